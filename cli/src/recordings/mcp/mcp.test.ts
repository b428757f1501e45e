import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { toRecordingLine } from '@parley/acp/inspect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN } from '../../run/command.fixture.js'
import { makeRecordedPlace, type RecordedPlace, recordScout } from '../recorded.fixture.js'

const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
let place: RecordedPlace
let client: Client
let name: string

const call = async (tool: string, args: Record<string, unknown> = {}) => {
  const { content, isError } = await client.callTool({ name: tool, arguments: args })
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  return { text, isError: isError === true, value: () => JSON.parse(text) }
}

beforeAll(async () => {
  place = makeRecordedPlace()
  await recordScout(place)
  name = basename(place.recordings()[0] ?? '', '.ndjson')
  client = new Client({ name: 'test', version: '1' })
  const env = Object.fromEntries(
    Object.entries(place.env()).filter((each): each is [string, string] => each[1] !== undefined),
  )
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'recordings', 'mcp'],
      env,
      cwd: place.cwd,
    }),
  )
}, 60_000)

afterAll(() => client?.close())

test('there are seven tools, and none of them changes anything', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(tool => tool.name)).toEqual([
    'list_recordings',
    'read_timeline',
    'read_message',
    'list_findings',
    'turn_timings',
    'compare_recordings',
    'search_text',
  ])
  for (const { annotations, inputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
  }
})

test('an agent finds its way from the list to a message', async () => {
  expect((await call('list_recordings')).value()).toMatchObject([{ name, findings: 0 }])
  const rows = (
    await call('read_timeline', { recording: name, filter: 'session/prompt kind:request' })
  ).value()
  expect(rows).toMatchObject({ total: 2, next: null })
  const row = Number.parseInt(rows.items[0], 10)
  const message = (await call('read_message', { recording: 'last', row })).value()
  expect(message.entry.message).toMatchObject({
    method: 'session/prompt',
    params: { prompt: [{ text: '/read notes.md' }] },
  })
  expect((await call('list_findings', { recording: name })).value()).toMatchObject({
    total: 0,
    applied: expect.any(Number),
  })
  const turns = (await call('turn_timings', { recording: name, limit: 1 })).value()
  expect(turns).toMatchObject({ total: 2, next: 1, items: [{ turn: 0, stopReason: 'end_turn' }] })
  const found = (await call('search_text', { recording: name, text: 'SECOND line' })).value()
  expect(found.items[0]).toMatchObject({
    row: expect.any(Number),
    excerpt: expect.stringContaining('second line'),
  })
  copyFileSync(place.recordings()[0] ?? '', join(place.folder, 'copy.ndjson'))
  expect((await call('compare_recordings', { left: name, right: 'copy' })).value()).toMatchObject({
    total: 0,
  })
})

test('only recordings of the folder are read, and what is wrong is said', async () => {
  writeFileSync(join(place.cwd, 'mine.ndjson'), readFileSync(place.recordings()[0] ?? ''))
  for (const recording of ['/etc/passwd', '../../../x', join(place.cwd, 'mine.ndjson'), 'nonsense'])
    expect(await call('read_timeline', { recording })).toMatchObject({
      isError: true,
      text: expect.stringContaining('no recording'),
    })
  expect(await call('read_message', { recording: name, row: 9_999 })).toMatchObject({ isError: true })
  expect((await call('read_timeline', { recording: name, filter: 'latency:>' })).isError).toBe(true)
  expect((await call('read_timeline', { recording: name, limit: 100_000 })).isError).toBe(true)
})

test('answers are bounded and go on where they ended, and hold no secret that somebody else wrote down', async () => {
  mkdirSync(place.folder, { recursive: true })
  const long = { at: 1, to: 'client', message: { text: 'x'.repeat(200_000) }, bytes: 1 } as const
  const secret = { at: 2, stderr: `key ${TOKEN}` }
  const many = Array.from({ length: 2_000 }, (_, at) => ({ at, stderr: `line ${at} ${'y'.repeat(300)}` }))
  const header = { recording: 1, startedAt: 0, by: 'hand', carrier: 'stdio', redaction: 'secrets' } as const
  writeFileSync(
    join(place.folder, 'large.ndjson'),
    [header, long, secret, ...many].map(toRecordingLine).join(''),
  )
  const message = (await call('read_message', { recording: 'large', row: 0 })).value()
  expect(message).toMatchObject({ next: 20_000, characters: expect.any(Number) })
  const rows = await call('read_timeline', { recording: 'large', limit: 500 })
  expect(rows.text.length).toBeLessThan(62_000)
  const all = [
    rows,
    await call('read_message', { recording: 'large', row: 1 }),
    await call('search_text', { recording: 'large', text: 'ghp_' }),
  ]
  for (const { text } of all) expect(text).not.toContain(TOKEN)
  expect(all[1]?.text).toContain('«redacted»')
})

test('where an answer is cut there is no half of a secret', async () => {
  const header = { recording: 1, startedAt: 0, by: 'hand', carrier: 'stdio', redaction: 'secrets' } as const
  const text = `${'x'.repeat(19_920)} ${TOKEN} needle ${'z '.repeat(100)}`
  const long = { at: 1, to: 'client', message: { text }, bytes: 1 } as const
  const far = { at: 2, stderr: `${TOKEN}${' '.repeat(100)}needle` }
  writeFileSync(join(place.folder, 'halves.ndjson'), [header, long, far].map(toRecordingLine).join(''))
  const answers = [
    await call('read_message', { recording: 'halves', row: 0 }),
    await call('read_message', { recording: 'halves', row: 0, offset: 19_980 }),
    await call('search_text', { recording: 'halves', text: 'needle' }),
  ]
  for (const { text, isError } of answers) {
    expect(isError).toBe(false)
    expect(text).not.toMatch(/ghp_|bcde|wxyz|6789/)
  }
})
