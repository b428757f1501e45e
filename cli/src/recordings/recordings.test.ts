import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageEntry, readRecording, toRecordingLine } from '@parley/acp/inspect'
import type { Thread } from '@parley/acp/thread'
import { equalThreads, toText } from '@parley/acp/thread'
import { beforeAll, expect, test } from 'vitest'
import { parley } from '../run/command.fixture.js'
import {
  converse,
  makeRecordedPlace,
  type RecordedPlace,
  recordScout,
  SCOUT,
  startParley,
} from './recorded.fixture.js'

const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'

let place: RecordedPlace
let thread: Thread
let file: string

beforeAll(async () => {
  place = makeRecordedPlace()
  thread = await recordScout(place)
  file = place.recordings()[0] ?? ''
}, 60_000)

const entriesOf = (path: string) => {
  const read = readRecording(readFileSync(path, 'utf8'))
  if (!('entries' in read)) throw new Error('no recording')
  return read
}

test('what passes between a client and an agent is recorded: private, whole, with its header', () => {
  const { header, entries, flaws } = entriesOf(file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(place.folder).mode & 0o777).toBe(0o700)
  expect(header).toMatchObject({
    by: expect.stringMatching(/^parley /),
    carrier: 'stdio',
    agent: expect.arrayContaining(['agent']),
  })
  expect(flaws).toEqual([])
  const methods = entries
    .flatMap(entry => ('message' in entry ? [Object(entry.message).method] : []))
    .filter(Boolean)
  expect(methods.slice(0, 3)).toEqual(['initialize', 'session/new', expect.any(String)])
  expect(methods.filter(each => each === 'session/prompt')).toHaveLength(2)
  expect(entries[0]).toMatchObject({ event: 'started' })
  expect(entries.at(-1)).toMatchObject({ event: 'exited', detail: 'exit code 0' })
})

test('recordings are listed, and found by the beginning of their name', async () => {
  const listed = await parley(place, ['recordings', '--format', 'json'])
  const [one] = JSON.parse(listed.stdout)
  expect(one).toMatchObject({ path: file, bytes: statSync(file).size, findings: 0, isLive: false })
  expect(one.messages).toBeGreaterThan(8)
  const text = await parley(place, ['recordings', 'list'])
  expect(text.stdout.split('\t')).toHaveLength(6)
  const shown = await parley(place, [
    'recordings',
    'show',
    one.name.slice(0, -3),
    '--filter',
    'session/prompt',
  ])
  expect(shown.code).toBe(0)
  const lines = shown.stdout.trim().split('\n')
  expect(lines.filter(line => /->\s+request\s+session\/prompt/.test(line))).toHaveLength(2)
  const wrong = await parley(place, ['recordings', 'show', 'nonsense'])
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('no recording "nonsense"') })
})

test('a timeline has the messages where they are wanted, as text and for programs', async () => {
  const text = await parley(place, ['recordings', 'show', 'last', '--messages', '--filter', 'initialize'])
  expect(text.stdout).toContain('"protocolVersion": 1')
  const json = await parley(place, ['recordings', 'show', 'last', '--messages', '--format', 'json'])
  const rows = json.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(rows).toHaveLength(entriesOf(file).entries.length)
  expect(rows[1]).toMatchObject({
    number: 1,
    kind: 'request',
    method: 'initialize',
    content: { to: 'agent' },
  })
  const flawed = await parley(place, ['recordings', 'show', 'last', '--filter', 'latency:>'])
  expect(flawed.code).toBe(2)
})

test('a recording without faults is valid, one with a fault is not, and what is none is refused', async () => {
  const good = await parley(place, ['validate', 'last'])
  expect(good.stdout).toMatch(/rules applied, 0 findings/)
  expect(good.code).toBe(0)
  const broken = join(place.cwd, 'broken.ndjson')
  const answer = { at: 1, to: 'client', message: { jsonrpc: '2.0', id: 77, result: {} }, bytes: 1 } as const
  writeFileSync(broken, `${toRecordingLine(entriesOf(file).header)}not a line\n${toRecordingLine(answer)}`)
  const bad = await parley(place, ['validate', broken])
  expect(bad.code).toBe(1)
  expect(bad.stdout).toContain(`${broken}:3: must answer.unknown: agent:`)
  expect(bad.stdout).toContain(`${broken}:2: damaged:`)
  const json = JSON.parse((await parley(place, ['validate', broken, '--format', 'json'])).stdout)
  expect(json.findings[0]).toMatchObject({ rule: 'answer.unknown', line: 3 })
  const junit = (await parley(place, ['validate', broken, '--format', 'junit'])).stdout
  expect(junit).toMatch(/<testcase classname="agent" name="answer\.unknown"><failure /)
  const sarif = JSON.parse((await parley(place, ['validate', broken, '--format', 'sarif'])).stdout)
  expect(sarif.runs[0].results[1]).toMatchObject({ ruleId: 'answer.unknown', level: 'error' })
  expect(sarif.runs[0].results[1].locations[0].physicalLocation.region.startLine).toBe(3)
  writeFileSync(join(place.cwd, 'none.ndjson'), 'hello\n')
  expect((await parley(place, ['validate', 'none.ndjson'])).code).toBe(2)
  expect((await parley(place, ['validate', 'absent.ndjson'])).code).toBe(2)
})

test('a client that talks to the replay of an agent has the same thread by value', async () => {
  const again = await converse(startParley(place, ['replay', file, '--as', 'agent', '--speed', 'max']), place)
  expect(equalThreads(again, thread)).toBe(true)
})

test('a replay is checked: what a client does otherwise is told', async () => {
  const channel = startParley(place, ['replay', file, '--as', 'agent', '--speed', 'max', '--check'])
  await converse(channel, place, ['/read notes.md', 'something else'])
  expect((await channel.exited)?.code).toBe(1)
})

test('an agent is driven by the client of a recording, and differs in nothing but what it says otherwise', async () => {
  const same = await parley(place, ['replay', file, '--as', 'client', '--', ...SCOUT])
  expect(same.stdout).toMatch(/messages, no difference\.\n$/)
  expect(same.code).toBe(0)
  writeFileSync(
    join(place.cwd, 'edited.ndjson'),
    readFileSync(file, 'utf8').replaceAll('second line', 'another line'),
  )
  const other = await parley(place, [
    'replay',
    'edited.ndjson',
    '--as',
    'client',
    '--format',
    'json',
    '--',
    ...SCOUT,
  ])
  // The file is read from the recording, not from the disk: a replay touches nothing.
  expect(other.code).toBe(0)
  writeFileSync(
    join(place.cwd, 'edited.ndjson'),
    readFileSync(file, 'utf8').replace('"agentInfo":{"name":"scout"', '"agentInfo":{"name":"spy"'),
  )
  const told = await parley(place, [
    'replay',
    'edited.ndjson',
    '--as',
    'client',
    '--format',
    'json',
    '--',
    ...SCOUT,
  ])
  expect(told.code).toBe(1)
  expect(JSON.parse(told.stdout).differences).toMatchObject([
    { kind: 'changed', changes: [{ path: '/result/agentInfo/name', left: '"spy"', right: '"scout"' }] },
  ])
})

test('a replay goes step by step where somebody says so', async () => {
  const once = await parley(
    place,
    ['replay', file, '--as', 'client', '--step', '--patience', '300', '--', ...SCOUT],
    { stdin: '\n\n' },
  )
  expect(once.stderr).toContain('next is initialize; Enter sends it')
  expect(once.stderr).toContain('next is session/new; Enter sends it')
})

test('two recordings of the same talk are the same, and of another talk are not', async () => {
  const other = makeRecordedPlace()
  await recordScout(other, ['--output', 'other.ndjson'], ['/read notes.md', 'good evening'])
  const path = join(other.cwd, 'other.ndjson')
  expect(existsSync(other.folder)).toBe(false)
  const differ = await parley(place, ['recordings', 'diff', 'last', path])
  expect(differ.code).toBe(1)
  expect(differ.stdout).toContain('~ #')
  expect(await parley(place, ['recordings', 'diff', 'last', file])).toMatchObject({ code: 0, stdout: '' })
})

test('an export is a page without contents, and contents where they are wanted', async () => {
  const made = await parley(place, ['recordings', 'export', 'last', '--html', 'talk.html'])
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('Written to ') })
  const html = readFileSync(join(place.cwd, 'talk.html'), 'utf8')
  expect(statSync(join(place.cwd, 'talk.html')).mode & 0o777).toBe(0o600)
  expect(html).toContain("default-src 'none'")
  const dropped = await parley(place, ['recordings', 'export', 'last'])
  expect(dropped.stdout).toContain('«dropped: ')
  const kept = await parley(place, ['recordings', 'export', 'last', '--keep-contents', '--format', 'json'])
  expect(JSON.parse(kept.stdout).header.redaction).toBe('secrets')
  expect(kept.stdout).not.toContain('«dropped: ')
})

test('an export that would hold a secret is refused, also one in pieces that no redactor saw together', async () => {
  const { header } = entriesOf(file)
  const piece = (text: string): MessageEntry => ({
    ...{ at: 0, to: 'client', bytes: 1 },
    message: {
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId: 's',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      },
    },
  })
  // Each of them in a turn of its own, and too short to look like anything.
  const turns = [0, 6, 16, 26, 36].map((from, id, all) => [
    {
      ...piece(''),
      to: 'agent' as const,
      message: { id, method: 'session/prompt', params: { sessionId: 's' } },
    },
    piece(TOKEN.slice(from, all[id + 1])),
    { ...piece(''), message: { id, result: { stopReason: 'end_turn' } } },
  ])
  const split = join(place.cwd, 'split.ndjson')
  writeFileSync(split, [header, ...turns.flat()].map(toRecordingLine).join(''))
  const refused = await parley(place, ['recordings', 'export', split, '--html', 'split.html'])
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('looks like a secret') })
  expect(refused.stderr + refused.stdout).not.toContain(TOKEN.slice(6, 16))
  expect(existsSync(join(place.cwd, 'split.html'))).toBe(false)
})

test('recordings are removed when somebody says so, and only those of the folder', async () => {
  const own = makeRecordedPlace()
  await recordScout(own, ['--title', 'a title', '--drop-contents'])
  const [path = ''] = own.recordings()
  expect(entriesOf(path).header).toMatchObject({ title: 'a title', redaction: 'contents' })
  expect(readFileSync(path, 'utf8').split('second line')).toHaveLength(2)
  expect((await parley(own, ['recordings', 'remove', 'last'])).code).toBe(10)
  const elsewhere = join(own.cwd, 'mine.ndjson')
  writeFileSync(elsewhere, 'x')
  expect((await parley(own, ['recordings', 'remove', elsewhere, '--yes'])).code).toBe(2)
  expect(existsSync(elsewhere)).toBe(true)
  expect((await parley(own, ['recordings', 'remove', 'last', '--yes'])).code).toBe(0)
  expect(own.recordings()).toEqual([])
})

test('nothing is recorded unless somebody asks for it', async () => {
  const own = makeRecordedPlace()
  await converse(startParley(own, ['agent']), own)
  expect(existsSync(own.folder)).toBe(false)
})

test('what cannot be recorded is told, and the wire goes on', async () => {
  const own = makeRecordedPlace()
  const shown = await recordScout(own, ['--output', 'absent/folder/x.ndjson'])
  expect(toText(shown)).toContain('second line')
  expect(existsSync(own.folder)).toBe(false)
})

test('the script in the documentation is an agent that any client can talk to', async () => {
  const page = readFileSync(new URL('../../../docs/recordings.md', import.meta.url), 'utf8')
  const [, script = ''] = /<!-- script -->\n```ndjson\n(.*?)```/s.exec(page) ?? []
  const own = makeRecordedPlace()
  writeFileSync(join(own.cwd, 'hello.ndjson'), script)
  const begun = performance.now()
  const said = await converse(startParley(own, ['replay', 'hello.ndjson', '--as', 'agent']), own, [
    'anything',
  ])
  expect(performance.now() - begun).toBeGreaterThan(300)
  expect(toText(said)).toContain('Hello, world.')
})
