import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor } from '../guard/index.js'
import { atLeast } from '../runs.fixture.js'
import type { Entry, MessageEntry } from './entry.js'
import { redactEntry, redactHeader } from './entry-redaction.js'
import { createEntryRedactor } from './entry-redactor.js'

const hash = (text: string): string =>
  String([...text].reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 99_999_999, 7)).padStart(8, '0')
const redactor = createRedactor({ hash })
const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIabc0123456789\n'.repeat(4)}-----END RSA PRIVATE KEY-----`

const message = (message: unknown, to: 'agent' | 'client' = 'client'): MessageEntry => ({
  at: 1,
  to,
  message,
  bytes: 9,
})
const update = (update: object, sessionId = 's'): MessageEntry =>
  message({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } })
const chunk = (text: string, more: object = {}): MessageEntry =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, ...more })
const bytes = (text: string): MessageEntry =>
  update({
    sessionUpdate: 'terminal_output_chunk',
    terminalId: 't',
    data: Buffer.from(text).toString('base64'),
  })
const textOf = (entry: Entry): string =>
  'message' in entry ? Object(entry.message).params.update.content.text : ''
const redactAll = (entries: readonly Entry[], dropsContents = false): readonly Entry[] => {
  const all = createEntryRedactor({ redactor, dropsContents, hash })
  return [...entries.flatMap(entry => all.push(entry)), ...all.end()]
}

test('secrets are taken out by their place: variables, headers, sign-in, answers', () => {
  const hidden = [
    { id: 1, method: 'session/new', params: { mcpServers: [{ env: [{ name: 'A', value: 'hush' }] }] } },
    { id: 1, method: 'session/load', params: { mcpServers: [{ headers: [{ name: 'A', value: 'hush' }] }] } },
    { id: 1, method: 'authenticate', params: { methodId: 'k', _meta: { code: 'hush' } } },
    { id: 1, method: 'auth/login', params: { methodId: 'k', code: 'hush' } },
    { id: 1, result: { action: 'accept', content: { name: 'hush' } } },
    { id: 1, method: 'terminal/create', params: { command: 'x', env: [{ name: 'LANG', value: 'hush' }] } },
    { id: 1, method: 'providers/set', params: { headers: { 'X-Any': 'hush' } } },
    [{ id: 1, method: 'terminal/create', params: { command: 'x', env: [{ name: 'LANG', value: 'hush' }] } }],
  ]
  for (const each of hidden) {
    const shown = JSON.stringify(redactEntry(message(each, 'agent'), { redactor }))
    expect(shown).not.toContain('hush')
    expect(shown).toContain(`«redacted:${hash('hush')}»`)
  }
})

test('stderr, noise, events and the header lose their secrets', () => {
  const entries: readonly Entry[] = [
    { at: 0, stderr: `using ${TOKEN}` },
    { at: 0, to: 'client', noise: 'too_large', text: `{"key":"${TOKEN}`, bytes: 99 },
    { at: 0, to: 'client', noise: 'too_large', text: `cut within ${TOKEN.slice(0, 12)}`, bytes: 99 },
    { at: 0, event: 'remark', detail: TOKEN },
  ]
  for (const entry of entries)
    expect(JSON.stringify(redactEntry(entry, { redactor }))).not.toContain('ghp_abc')
  const header = redactHeader(
    {
      recording: 1,
      startedAt: 0,
      by: 'p',
      carrier: 'stdio',
      agent: ['run', '--token', 'hush', TOKEN],
      title: TOKEN,
      redaction: 'secrets',
    },
    { redactor },
  )
  expect(JSON.stringify(header)).not.toMatch(/hush|ghp_/)
  expect(header.agent?.[0]).toBe('run')
})

test('a secret that is split over pieces of a message is taken out, and the pieces stay in their number', () => {
  const pieces = ['the key is gh', 'p_abcdefghijklm', 'nopqrstuvwxyz0123', '456789, keep it', ' safe\nplease']
  const shown = redactAll(pieces.map(text => chunk(text)))
  expect(shown.map(textOf)).toEqual([
    `the key is «redacted:${hash(TOKEN)}»`,
    '',
    '',
    ', keep it',
    ' safe\nplease',
  ])
})

test('wherever it is split, nothing of a secret stays and everything else does', () => {
  const secrets = [TOKEN, KEY, 'sk-ant-api03-abcdefgh0123456789', 'postgres://me:hunter22secret@db.test/x']
  fc.assert(
    fc.property(
      fc.constantFrom(...secrets),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 60 }),
      fc.constantFrom('chunk', 'bytes', 'stderr'),
      (secret, sizes, way) => {
        const whole = `before é\nhere: ${secret}\nafter ☃`
        const pieces: string[] = []
        for (let at = 0, turn = 0; at < whole.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          pieces.push(whole.slice(at, at + size))
          at += size
        }
        if (way === 'stderr') {
          const shown = redactAll(whole.split('\n').map(stderr => ({ at: 0, stderr })))
          expect(shown).toHaveLength(whole.split('\n').length)
          expect(
            shown
              .map(each => ('stderr' in each ? each.stderr : ''))
              .join('\n')
              .replace(/\n+/g, '\n'),
          ).toBe(redactor.text(whole))
          return
        }
        const shown = redactAll(pieces.map(text => (way === 'chunk' ? chunk(text) : bytes(text))))
        expect(shown).toHaveLength(pieces.length)
        const told =
          way === 'chunk'
            ? shown.map(textOf).join('')
            : Buffer.concat(
                shown.map(each => Buffer.from(Object(each).message.params.update.data, 'base64')),
              ).toString()
        expect(told.split('\ufffd').join('')).toBe(redactor.text(whole).split('\ufffd').join(''))
      },
    ),
    { numRuns: atLeast(200) },
  )
})

test('entries come in their order: those behind an unfinished line wait for it', () => {
  const all = createEntryRedactor({ redactor })
  expect(all.push(chunk('half a li'))).toEqual([])
  const aside = message({ id: 4, method: 'fs/read_text_file', params: { sessionId: 'other' } })
  expect(all.push(aside)).toEqual([])
  expect(all.waiting).toBe(2)
  expect(all.push(chunk('ne\n'))).toEqual([chunk('half a li'), aside, chunk('ne\n')])
  all.push(message({ id: 9, method: 'session/prompt', params: { sessionId: 's' } }, 'agent'))
  all.push(chunk('the very last'))
  expect(all.push(message({ id: 9, result: { stopReason: 'end_turn' } }))).toHaveLength(2)
})

test.each([
  ['a tool call', {}, update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'x' })],
  ['a plan', {}, update({ sessionUpdate: 'plan', entries: [] })],
  ['a thought', {}, update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } })],
  ['a tool call', { messageId: 'a' }, update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'x' })],
])('a secret is seen though %s comes between its halves', (_, name, between) => {
  for (const at of [4, 10, 20, 38]) {
    const shown = redactAll([chunk(TOKEN.slice(0, at), name), between, chunk(TOKEN.slice(at), name)])
    expect(shown).toHaveLength(3)
    expect(JSON.stringify(shown)).not.toMatch(/ghp|bcd|6789/)
  }
})

test('with contents dropped a secret in pieces is still seen, whatever else the updates say', () => {
  const more = { _meta: { anything: 1 } }
  const shown = redactAll([chunk(TOKEN.slice(0, 20), more), chunk(TOKEN.slice(20), more)], true)
  expect(JSON.stringify(shown)).not.toMatch(/ghp|bcd|6789/)
})

test('a secret is seen though its halves stand in batches', () => {
  const batch = (...entries: readonly MessageEntry[]) => message(entries.map(each => each.message))
  const other = message({ id: 3, result: {} })
  const [one, two, three] = [TOKEN.slice(0, 10), TOKEN.slice(10, 20), TOKEN.slice(20)]
  const entries = [batch(chunk(`it is ${one}`), other, chunk(two)), batch(other, chunk(`${three} now\n`))]
  const shown = redactAll(entries)
  expect(shown).toEqual([
    batch(chunk(`it is «redacted:${hash(TOKEN)}»`), other, chunk('')),
    batch(other, chunk(' now\n')),
  ])
})

test('a secret whose halves stand in two turns gives neither of them away', () => {
  const shown = redactAll([
    message({ id: 9, method: 'session/prompt', params: { sessionId: 's' } }, 'agent'),
    chunk(TOKEN.slice(0, 20)),
    message({ id: 9, result: { stopReason: 'end_turn' } }),
    chunk(TOKEN.slice(20)),
  ])
  expect(JSON.stringify(shown)).not.toMatch(/ghp|bcd|6789/)
})

test('an unfinished line that must go gives nothing away, and neither does what follows', () => {
  for (const length of [5, 8, 20, 35]) {
    const all = createEntryRedactor({ redactor })
    const shown = [
      ...all.push(chunk(`the key is ${TOKEN.slice(0, length)}`)),
      ...all.release(),
      ...all.push(chunk(`${TOKEN.slice(length)} and more\n`)),
    ].map(textOf)
    expect(shown).toHaveLength(2)
    const rest = shown.join('').replace(/«[^»]*»/g, '')
    expect(rest).toMatch(/^the key is (?:g|gh|ghp|ghp_|ghp_.)?[\w]{0,9} and more\n$/)
  }
})

test('messages that interleave are told apart by their ids, and sessions by theirs', () => {
  const [one, other] = [TOKEN.slice(0, 20), TOKEN.slice(20)]
  const shown = redactAll([
    chunk(one, { messageId: 'a' }),
    chunk('quite another text', { messageId: 'b' }),
    chunk(other, { messageId: 'a' }),
  ])
  expect(shown.map(textOf)).toEqual([`«redacted:${hash(TOKEN)}»`, 'quite another text', ''])
})

test('output that is still growing may end in half of a secret', () => {
  const growing = { id: 1, result: { output: `run\nexport KEY=${TOKEN.slice(0, 14)}`, truncated: false } }
  expect(JSON.stringify(redactEntry(message(growing, 'agent'), { redactor }))).not.toContain('ghp_')
  const tail = {
    id: 1,
    result: { output: `${TOKEN.slice(6)}\nend`, truncated: true, exitStatus: { exitCode: 0 } },
  }
  expect(JSON.stringify(redactEntry(message(tail, 'agent'), { redactor }))).not.toContain('wxyz0123')
  const call = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' }
  const shown = redactEntry(
    update({
      ...call,
      content: [{ type: 'content', content: { type: 'text', text: `is ${TOKEN.slice(0, 9)}` } }],
    }),
    { redactor },
  )
  expect(JSON.stringify(shown)).not.toContain('ghp_')
})

test('contents are replaced by their size and their sum, and what is about them stays', () => {
  const contents = [
    { id: 1, result: { content: 'CONTENT' } },
    { id: 1, method: 'fs/write_text_file', params: { path: '/p', content: 'CONTENT' } },
    { id: 1, result: { output: 'CONTENT', truncated: false, exitStatus: { exitCode: 0 } } },
    {
      method: 'session/prompt',
      params: { prompt: [{ type: 'image', mimeType: 'image/png', data: 'CONTENT' }] },
    },
    {
      method: 'session/prompt',
      params: { prompt: [{ type: 'resource', resource: { uri: 'file:///p', text: 'CONTENT' } }] },
    },
    Object(
      update({
        sessionUpdate: 'tool_call',
        content: [{ type: 'diff', path: '/p', oldText: null, newText: 'CONTENT' }],
      }).message,
    ),
    Object(
      update({
        sessionUpdate: 'tool_call_update',
        content: [{ type: 'diff', changes: [], patch: { format: 'git_patch', text: 'CONTENT' } }],
      }).message,
    ),
    Object(
      update({
        sessionUpdate: 'tool_call_update',
        _meta: { terminal_output: { terminal_id: 't', data: 'CONTENT' } },
      }).message,
    ),
    Object(
      update({
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        content: [{ type: 'content', content: { type: 'text', text: 'CONTENT' } }],
      }).message,
    ),
    Object(
      update({
        sessionUpdate: 'tool_call_content_chunk',
        toolCallId: 't',
        content: { type: 'content', content: { type: 'text', text: 'CONTENT' } },
      }).message,
    ),
  ]
  for (const each of contents) {
    const [shown] = redactAll([message(each)], true)
    const written = JSON.stringify(shown)
    expect(written).not.toContain('CONTENT')
    expect(written).toContain(`«dropped: 7 bytes, sum ${hash('CONTENT')}»`)
    expect(redactAll(shown === undefined ? [] : [shown], true)).toEqual([shown])
  }
  const [output] = redactAll([bytes('CONTENT')], true)
  const data = Object(output).message.params.update.data
  expect(Buffer.from(data, 'base64').toString()).toBe(`«dropped: 7 bytes, sum ${hash('CONTENT')}»`)
  expect(redactAll(output === undefined ? [] : [output], true)).toEqual([output])
  expect(JSON.stringify(redactAll([chunk('words stay')], true))).toContain('words stay')
})

test('what was told in confidence is taken out wherever it turns up later, also in pieces', () => {
  const learn = (known: readonly string[]) => createRedactor({ hash, known })
  const all = createEntryRedactor({ redactor: learn([]), learn })
  const servers = [
    { name: 'm', env: [{ name: 'SETTING', value: 'correct-horse-1' }] },
    { name: 'h', headers: [{ name: 'X-Any', value: 'battery-staple-2' }] },
  ]
  const entries: readonly Entry[] = [
    message({ id: 1, method: 'session/new', params: { mcpServers: servers } }, 'agent'),
    message({
      id: 4,
      method: 'terminal/create',
      params: { command: 'x', env: [{ name: 'PIN_TOKEN', value: 'tango-77' }] },
    }),
    message(
      { id: 2, result: { action: 'accept', content: { apiKey: 'winter-2026', branch: 'main' } } },
      'agent',
    ),
    { at: 3, stderr: 'started with correct-horse-1 and battery-staple-2' },
    chunk('I use corre'),
    chunk('ct-horse-1, winter-2026 and tango-77 on main\n'),
  ]
  const shown = JSON.stringify([...entries.flatMap(entry => all.push(entry)), ...all.end()])
  expect(shown).not.toMatch(/horse|staple|tango|winter/)
  expect(shown).toContain('on main')
  expect(shown.split(`«redacted:${hash('correct-horse-1')}»`)).toHaveLength(4)
})

test('neither a flood of secrets nor those of the agent keep the client from being protected', () => {
  const asked: number[] = []
  const learn = (known: readonly string[]) => {
    asked.push(known.length)
    return createRedactor({ hash, known })
  }
  const all = createEntryRedactor({ redactor: learn([]), learn })
  const many = (word: string) =>
    Array.from({ length: 20_000 }, (_, number) => ({ name: 'A', value: `${word}-word-${number}x` }))
  const create = { id: 1, method: 'terminal/create', params: { command: 'x', env: many('agents') } }
  all.push(message(create))
  const open = { id: 1, method: 'session/new', params: { mcpServers: [{ env: many('clients') }] } }
  all.push(message(open, 'agent'))
  const shown = JSON.stringify(all.push({ at: 1, stderr: 'agents-word-1x clients-word-1x' }))
  expect(shown).not.toMatch(/word/)
  expect(asked).toEqual([0, 32, 64])
})
