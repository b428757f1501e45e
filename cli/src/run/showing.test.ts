import { itemsOf, type ThreadUpdate } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import { CallBook } from './call-book.js'
import type { Format, RunEvent, Update } from './event.js'
import { Halt } from './halt.js'
import { Ledger } from './ledger.js'
import { Ndjson } from './ndjson.js'
import { Showing } from './showing.js'

function makeShowing(format: Format) {
  const halt = new Halt()
  const ledger = new Ledger('x', '/work', 0)
  const showing = new Showing({ ledger, load: async () => format, halt, now: () => 0 })
  const update = (update: object): Promise<void> | undefined =>
    showing.show({ type: 'update', update: update as Update })
  const end = (): Promise<void> | undefined =>
    showing.show({ type: 'end', report: ledger.report({ exitCode: 0, stopReason: 'end_turn' }, 0) })
  return { halt, ledger, showing, update, end }
}

const chunk = (words: string, fields = {}) => ({
  ...{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } },
  ...fields,
})

test.each([
  [
    'at once',
    () => {
      throw new Error('torn')
    },
  ],
  ['later', () => Promise.reject(new Error('torn'))],
])('a format that fails %s ends the run, and the end is still shown', async (_when, fault) => {
  const shown: string[] = []
  const format: Format = {
    show(event: RunEvent) {
      shown.push(event.type)
      return event.type === 'update' ? fault() : undefined
    },
  }
  const { halt, showing, update, end } = makeShowing(format)
  await showing.ready()
  await update(chunk('a'))
  await update(chunk('b'))
  await end()
  expect(shown).toEqual(['update', 'end'])
  expect(halt.wish).toMatchObject({ exitCode: 1, reason: 'internal_error' })
  expect(showing.fault?.message).toContain('torn')
  halt.settle()
})

test('what happens before the format is there is shown first', async () => {
  const shown: string[] = []
  const { showing, end } = makeShowing({ show: event => void shown.push(event.type) })
  void showing.show({ type: 'warning', message: 'early' })
  await showing.ready()
  await end()
  expect(shown).toEqual(['warning', 'end'])
})

test('a denial counts however much was decided before it, and so does a question without an answer', () => {
  const { ledger } = makeShowing({ show: () => undefined })
  const permission = { action: 'fs.write', title: 'write a', by: 'you' }
  const note = (decision: 'allow' | 'deny' | 'cancelled'): void =>
    ledger.note({ type: 'permission', permission: { ...permission, decision } })
  for (let count = 0; count < 1_500; count++) note('allow')
  expect(ledger.denied.count).toBe(0)
  note('deny')
  note('cancelled')
  expect(ledger.denied.count).toBe(2)
  expect(ledger.denied.first.map(({ decision }) => decision)).toEqual(['deny', 'cancelled'])
})

test('of a message that is too long the beginning is kept', () => {
  const { ledger } = makeShowing({ show: () => undefined })
  const hear = (words: string): void =>
    ledger.note({ type: 'update', update: chunk(words) as unknown as Update })
  hear('a'.repeat(4 * 1024 * 1024 - 1))
  hear('😀 more')
  hear('and more')
  const { text, isCut } = ledger.report({ exitCode: 0, stopReason: 'end_turn' }, 0)
  expect(text.length).toBe(4 * 1024 * 1024 - 1)
  expect(isCut).toBe(true)
  expect(ledger.isTextCut).toBe(true)
})

test('what this side wrote counts as it was written, once', () => {
  const { ledger, showing } = makeShowing({ show: () => undefined })
  void showing.show({ type: 'written', path: '/work/a', added: 2, removed: 1 })
  const content = [{ type: 'diff', path: '/work/a', oldText: null, newText: 'x\n' }]
  const call = { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'x', kind: 'edit', status: 'completed' }
  void showing.show({ type: 'update', update: { ...call, content } as unknown as Update })
  expect(ledger.report({ exitCode: 0, stopReason: 'end_turn' }, 0).changes).toEqual([
    { path: '/work/a', added: 2, removed: 1 },
  ])
})

test('ndjson tells the content of a call when it changes and when it is over, and what is added alone', async () => {
  const lines: Record<string, unknown>[] = []
  const output = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const { showing, update } = makeShowing(new Ndjson({ output, now: () => 0 }))
  await showing.ready()
  void showing.show({
    ...{ type: 'start', agent: { id: 'x' }, sessionId: 's', cwd: '/work' },
    ...{ protocolVersion: 2, isResumed: false },
  })
  const item = (words: string) => ({ type: 'content', content: { type: 'text', text: words } })
  const about = (sessionUpdate: string, fields: object): void =>
    void update({ sessionUpdate, toolCallId: 'c', ...fields })
  about('tool_call_update', { title: 'x', kind: 'read', status: 'in_progress', content: [item('a')] })
  about('tool_call_content_chunk', { content: item('b') })
  about('tool_call_update', { title: 'y' })
  about('tool_call_update', { status: 'completed' })
  about('tool_call_update', { title: 'z' })
  expect(lines.slice(1).map(({ title, content, added }) => ({ title, content, added }))).toEqual([
    { title: 'x', content: [item('a')] },
    { title: 'x', added: [item('b')] },
    { title: 'y' },
    { title: 'y', content: [item('a'), item('b')] },
    { title: 'z' },
  ])
})

test('of a call that is over nothing large is kept, and what it was called is', () => {
  const book = new CallBook(1)
  const fold = (fields: object) =>
    book.fold({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields } as unknown as ThreadUpdate, 0)
  const content = [{ type: 'content', content: { type: 'text', text: 'long' } }]
  const ended = fold({ title: 'x', kind: 'read', status: 'completed', content, rawOutput: { a: 1 } })
  expect(ended && itemsOf(ended.call.content)).toHaveLength(1)
  const { call, isEnding } = fold({ locations: [] }) ?? {}
  expect(call).toMatchObject({ title: 'x', toolKind: 'read', status: 'completed' })
  expect(isEnding).toBe(false)
  expect(JSON.stringify(call)).not.toContain('long')
  expect(call?.rawOutput).toEqual({})
})
