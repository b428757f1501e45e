import { expect, test } from 'vitest'
import { forkSession } from './fork.js'
import type { Entry, Journal, KeptEntry } from './journal.js'
import { memoryJournal } from './memory-journal.js'
import { exportSession, importSession, SessionDocumentError } from './session-document.js'

const said: readonly Entry[] = [
  { kind: 'prompt', contract: 'v1', messageId: 'm1', content: [{ type: 'text', text: 'hello' }] },
  {
    kind: 'update',
    contract: 'v1',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hi' } },
  },
  { kind: 'end', stopReason: 'end_turn' },
  { kind: 'options', values: { mode: 'ask' } },
  { kind: 'info', title: 'Greeting' },
]

async function makeJournal(): Promise<Journal> {
  const journal = memoryJournal()
  const facts = { agent: 'scout' }
  const log = await journal.create({ id: 's1', cwd: '/w', additionalDirectories: ['/x'], facts })
  for (const [index, entry] of said.entries()) await log.append(entry, 1_000 + index)
  await log.release()
  return journal
}

async function entriesOf(journal: Journal, id: string): Promise<readonly KeptEntry[]> {
  const kept: KeptEntry[] = []
  for await (const entry of journal.read(id)) kept.push(entry)
  return kept
}

test('a fork holds what its source held, and goes its own way', async () => {
  const journal = await makeJournal()
  const log = await forkSession(journal, 's1', { id: 's2', cwd: '/v' })
  expect(await entriesOf(journal, 's2')).toEqual(await entriesOf(journal, 's1'))
  await log.append({ kind: 'end', stopReason: 'cancelled' })
  await log.release()
  expect(await entriesOf(journal, 's2')).toHaveLength(said.length + 1)
  expect(await entriesOf(journal, 's1')).toHaveLength(said.length)
  expect(await journal.find('s2')).toMatchObject({ cwd: '/v', title: 'Greeting' })
})

test('a fork of a session that is not there leaves nothing behind', async () => {
  const journal = await makeJournal()
  await expect(forkSession(journal, 'none', { id: 's2', cwd: '/v' })).rejects.toMatchObject({
    reason: 'session_not_found',
  })
  await expect(journal.find('s2')).rejects.toMatchObject({ reason: 'session_not_found' })
})

test('a session that was exported and imported is the same', async () => {
  const journal = await makeJournal()
  const document = JSON.parse(JSON.stringify(await exportSession(journal, 's1')))
  const elsewhere = memoryJournal()
  expect(await importSession(elsewhere, document)).toMatchObject({
    ...{ id: 's1', cwd: '/w', title: 'Greeting' },
    facts: { agent: 'scout' },
  })
  expect(await entriesOf(elsewhere, 's1')).toEqual(await entriesOf(journal, 's1'))
  expect(await importSession(elsewhere, document, { id: 's9', cwd: '/z' })).toMatchObject({
    id: 's9',
    cwd: '/z',
  })
  const again = await exportSession(elsewhere, 's1')
  expect(again.entries).toEqual(document.entries)
})

test.each<[string, unknown, string]>([
  ['/', 'text', 'an object'],
  ['/format', { format: 'x' }, "'parley-session'"],
  ['/session/cwd', { session: { id: 's1' } }, 'a string'],
  ['/entries', { entries: {} }, 'a list'],
  ['/entries/0', { entries: [null] }, 'an object'],
  ['/entries/0/seq', { entries: [{ seq: 2, at: 1, kind: 'end', stopReason: 'x' }] }, '1'],
  ['/entries/0/at', { entries: [{ seq: 1, at: 'now', kind: 'end', stopReason: 'x' }] }, 'a time'],
  ...[9e15, 1e18, Number.POSITIVE_INFINITY, 1.5, -1].map((at): [string, unknown, string] => [
    '/entries/0/at',
    { entries: [{ seq: 1, at, kind: 'end', stopReason: 'x' }] },
    'a time',
  ]),
  ['/session/createdAt', { session: { id: 's1', cwd: '/w', createdAt: 9e15 } }, 'a time'],
  ['/session/updatedAt', { session: { id: 's1', cwd: '/w', updatedAt: 1e18 } }, 'a time'],
  ['/session/facts', { session: { id: 's1', cwd: '/w', facts: { a: [] } } }, 'facts'],
  ['/entries/0/facts', { entries: [{ seq: 1, at: 1, kind: 'info', facts: { a: null } }] }, 'facts'],
  ['/entries/0/kind', { entries: [{ seq: 1, at: 1, kind: 'toString' }] }, 'prompt, update'],
  ['/entries/0/contract', { entries: [{ seq: 1, at: 1, kind: 'update', contract: 'v9' }] }, 'v1'],
  [
    '/entries/0/update/sessionUpdate',
    { entries: [{ seq: 1, at: 1, kind: 'update', contract: 'v1', update: {} }] },
    'a string',
  ],
  ['/entries/0/isArchived', { entries: [{ seq: 1, at: 1, kind: 'info', isArchived: 1 }] }, 'true or false'],
])('a document that is no session is refused with the place: %s', async (path, change, expected) => {
  const journal = memoryJournal()
  const good = { format: 'parley-session', revision: 1, session: { id: 's1', cwd: '/w' }, entries: [] }
  const document = typeof change === 'object' ? { ...good, ...change } : change
  const error = await importSession(journal, document).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(SessionDocumentError)
  expect(error).toMatchObject({ path, message: expect.stringContaining(`${path}: expected ${expected}`) })
  expect((await journal.list()).sessions).toEqual([])
})

test.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
])('a document that is nested too deep to be written down is refused: %s', async (_name, open, close) => {
  const nested = JSON.parse(`${open.repeat(200_000)}1${close.repeat(200_000)}`)
  const update = { sessionUpdate: 'x', nested }
  const entries = [{ seq: 1, at: 1, kind: 'update', contract: 'v1', update }]
  const document = { format: 'parley-session', revision: 1, session: { id: 's1', cwd: '/w' }, entries }
  const error = await importSession(memoryJournal(), document).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(SessionDocumentError)
  expect(error).toMatchObject({ path: '/entries/0', message: '/entries/0: expected at most 256 levels' })
})

test('facts that are given for an imported session are not overruled by what it tells of itself', async () => {
  const source = await makeJournal()
  const log = await source.acquire('s1')
  await log.append({ kind: 'info', facts: { agent: 'other' } })
  await log.release()
  const document = await exportSession(source, 's1')
  const journal = memoryJournal()
  const record = await importSession(journal, document, { facts: { agent: 'mine' } })
  expect(record.facts).toEqual({ agent: 'mine' })
  expect((await importSession(memoryJournal(), document)).facts).toEqual({ agent: 'other' })
})
