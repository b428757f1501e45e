import { readFile } from 'node:fs/promises'
import { createOnlooker, loadFacts, type Row } from '@parley/acp/inspect'
import { afterAll, expect, test } from 'vitest'
import { closeShowcases, leave, showcase, violationsOf } from '../../showcase/browser.fixture.js'
import { answerDraft } from './answer-draft.js'
import { openRecording, toRecording } from './recording-file.js'
import { placeOf } from './row-list.js'
import { canAnswer, canResend, readDraft, resendDraft, typeOf, typeUnder } from './row-value.js'
import { toLength, toMoment, toSize, verdictOf } from './row-words.js'
import { extend, flawWords, selectBy } from './selection.js'
import { entriesOf, OPEN_REQUEST } from './wire.fixture.js'

afterAll(closeShowcases)

const rowsOf = async (): Promise<readonly Row[]> => {
  const onlooker = await createOnlooker()
  for (const entry of [...entriesOf(40), OPEN_REQUEST]) onlooker.see(entry)
  return onlooker.rows
}

test('a filter looks only at what has come since, and says where it cannot be understood', async () => {
  const rows = await rowsOf()
  const first = selectBy('session/request_permission kind:request')
  if ('expected' in first) throw new Error(first.expected)
  const half = extend(first, rows.slice(0, 7))
  expect(half.shown).toEqual([6])
  expect(extend(half, rows).shown.map(number => rows[number]?.method)).toContain('session/request_permission')
  expect(extend(half, rows.slice(0, 7))).toBe(half)
  const flaw = selectBy('is:odd colour:red')
  expect('expected' in flaw && flawWords(flaw)).toMatch(/^At 1: expected .*, found odd\.$/)
})

test('lists that the page asks for again and again are hidden until they are wanted, but not what went wrong with them', async () => {
  const onlooker = await createOnlooker()
  const ask = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: {} })
  const entries = entriesOf(10)
  const polls = [
    ask(900, '_parley/session/list'),
    { jsonrpc: '2.0', id: 900, result: { sessions: [] } },
    ask(901, '_parley/agents/list'),
    { jsonrpc: '2.0', id: 901, error: { code: -32603, message: 'no' } },
  ].map(
    (message, place) => ({ at: 9e5, to: place % 2 === 0 ? 'agent' : 'client', bytes: 9, message }) as const,
  )
  for (const entry of [...entries, ...polls]) onlooker.see(entry)
  const select = (hidesLists: boolean) => {
    const selection = selectBy('', hidesLists)
    if ('expected' in selection) throw new Error(selection.expected)
    return extend(selection, onlooker.rows)
  }
  const { shown, hidden } = select(true)
  expect([hidden, shown.length]).toEqual([3, entries.length + 1])
  expect(select(false)).toMatchObject({ hidden: 0, shown: { length: entries.length + 4 } })
})

test('moments, lengths and sizes are said in few letters', () => {
  expect([0, 12_345, 187_120].map(toMoment)).toEqual(['0.000', '12.345', '3:07.120'])
  expect([0.42, 12.4, 1_250, 125_000].map(toLength)).toEqual(['0.4 ms', '12 ms', '1.25 s', '2 m 05 s'])
  expect([812, 4_200, 64_000_000].map(toSize)).toEqual(['812 B', '4.2 kB', '64 MB'])
})

test('what went to the agent can be sent again, what it asked can be answered once', async () => {
  const rows = await rowsOf()
  const prompt = rows.find(({ method, kind }) => method === 'session/prompt' && kind === 'request')
  const asked = rows.find(({ method, kind }) => method === 'session/request_permission' && kind === 'request')
  const open = rows.at(-1)
  expect([prompt, asked, open].map(row => row && canResend(row))).toEqual([true, false, false])
  expect([prompt, asked, open].map(row => row && canAnswer(row))).toEqual([false, false, true])
  expect(JSON.parse(resendDraft({ jsonrpc: '2.0', id: 3, method: 'x', params: { a: 1 } }, 'hand-1'))).toEqual(
    {
      ...{ jsonrpc: '2.0', id: 'hand-1', method: 'x', params: { a: 1 } },
    },
  )
  const facts = await loadFacts('v1-unstable')
  const draftFor = (row: Row | undefined, params: unknown): unknown =>
    JSON.parse(answerDraft({ ...(row as Row) }, { params }, facts)).result
  expect(draftFor(open, {})).toEqual({ content: '' })
  const options = [{ optionId: 'yes' }, { optionId: 'no' }]
  expect(draftFor(asked, { options })).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } })
  const requestedSchema = { properties: { size: { type: 'integer', default: 3 } } }
  const form = { ...(open as Row), method: 'elicitation/create' }
  expect(draftFor(form, { requestedSchema })).toEqual({ action: 'accept', content: { size: 3 } })
  expect(readDraft('{"jsonrpc":"2.0"}')).toEqual({
    flaw: 'Expected a "method", or an "id" with a "result" or an "error".',
  })
  expect(readDraft('{')).toHaveProperty('flaw')
  expect(readDraft('[]')).toHaveProperty('flaw')
})

test('the schema has names for parts, and what it does not know is found', async () => {
  const [rows, facts] = await Promise.all([rowsOf(), loadFacts('v1-unstable')])
  const prompt = rows.find(({ method, kind }) => method === 'session/prompt' && kind === 'request') as Row
  expect(typeOf(facts, prompt)).toEqual({ part: 'params', type: 'PromptRequest' })
  expect(typeUnder(facts, 'PromptRequest', 'prompt')).toBe('ContentBlock')
  const answer = rows.find(
    ({ method, kind }) => method === 'session/request_permission' && kind === 'result',
  ) as Row
  expect(typeOf(facts, answer)).toEqual({ part: 'result', type: 'RequestPermissionResponse' })
  const odd = rows.filter(row => verdictOf(row) !== undefined)
  expect(odd.map(({ findings }) => findings[0]?.rule)).toContain('unknown-field')
})

test('a number is found in numbers that grow', () => {
  expect([1, 4, 5, 9, 10].map(number => placeOf([1, 4, 9], number))).toEqual([0, 1, -1, 2, -1])
})

test('what is saved opens again as the same rows, without secrets', async () => {
  const secret = {
    at: 1,
    to: 'client',
    bytes: 9,
    message: {
      jsonrpc: '2.0',
      method: 'x',
      params: { apiKey: 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789' },
    },
  } as const
  const header = { recording: 1, startedAt: 5, by: 'parley workbench', carrier: 'websocket' } as const
  const opened = await openRecording(toRecording(header, [...entriesOf(300), secret]))
  expect(opened.failure).toBeUndefined()
  expect(opened.entries.slice(0, -1)).toEqual(entriesOf(300))
  expect(JSON.stringify(opened.entries.at(-1))).not.toContain('abcdefghijklmnop')
  expect((await openRecording(new Blob(['no recording\n']))).failure).toMatch(/^Line 1: expected/)
})

test('a message is chosen by keys, shown with names, and sent again with an id of its own', {
  timeout: 60_000,
}, async () => {
  const page = await showcase('protocol/protocol', 'small')
  await page.locator('.protocol-row').first().waitFor()
  await page.getByRole('listbox').focus()
  await page.keyboard.press('Home')
  for (let each = 0; each < 4; each++) await page.keyboard.press('j')
  await page.locator('.protocol-type', { hasText: 'PromptRequest' }).waitFor()
  await page.getByRole('button', { name: 'Edit and send again' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const [[name, agent, message] = []] = (await page.evaluate(() => window.calls)) ?? []
  expect([name, agent]).toEqual(['sendRaw', 'scout'])
  expect(message).toMatchObject({ method: 'session/prompt', id: expect.stringMatching(/^hand-/) })
  expect(await violationsOf(page)).toEqual([])
  await leave(page)
})

test('a slash goes to the filter, and what was written by hand is there after a look at another message', {
  timeout: 60_000,
}, async () => {
  const page = await showcase('protocol/protocol', 'small')
  await page.locator('.protocol-row').first().waitFor()
  await page.getByRole('listbox').focus()
  await page.keyboard.press('/')
  const filter = page.getByLabel('Filter', { exact: true })
  await filter.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('a/b')
  expect(await filter.inputValue()).toBe('a/b')
  await filter.fill('')
  await page.getByRole('listbox').focus()
  await page.keyboard.press('Control+f')
  await filter.and(page.locator(':focus')).waitFor()
  await page.getByRole('listbox').focus()
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Edit and send again' }).click()
  const written = page.getByRole('textbox', { name: 'To be sent to the agent' })
  await written.fill('{"half": ')
  await page.getByRole('listbox').focus()
  await page.keyboard.press('j')
  await written.waitFor({ state: 'detached' })
  await page.keyboard.press('k')
  expect(await written.inputValue()).toBe('{"half": ')
  await leave(page)
})

test('a wire is saved as a file', { timeout: 60_000 }, async () => {
  const page = await showcase('protocol/protocol', 'small')
  await page.locator('.protocol-row').first().waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ recording: 1, redaction: 'secrets', title: 'scout' })
  expect(lines.length).toBeGreaterThan(40)
  await leave(page)
})

test('a hundred thousand messages are all there, few of them drawn, and filtered at once', {
  timeout: 120_000,
}, async () => {
  const page = await showcase('protocol/protocol', 'large')
  await page.locator('.protocol-count', { hasText: /^100\d\d\d of 100\d\d\d$/ }).waitFor({ timeout: 60_000 })
  expect(await page.locator('.protocol-row').count()).toBeLessThan(120)
  await page.getByLabel('Filter', { exact: true }).fill('kind:error')
  await page.locator('.protocol-count', { hasText: /^0 of 100/ }).waitFor()
  await page.getByLabel('Filter', { exact: true }).fill('session/request_permission')
  await page.locator('.protocol-count', { hasText: /^\d{3,4} of 100/ }).waitFor()
  await leave(page)
})
