import { emptyThread, reduce, type Thread } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import type { Remark } from '../state/talk.js'
import { RowKeys } from './row-keys.js'
import { neighbouringPrompt, type Row, toRows } from './rows.js'
import { findRows, nearestFind, stepTo } from './search.js'

type Told = Parameters<typeof reduce>[1]

const prompt = (text: string): Told => ({ type: 'prompt', content: [{ type: 'text', text }] })
const say = (text: string): Told => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
})
const end = (stopReason: string): Told => ({ type: 'end', stopReason })
const call = (toolCallId: string, status: 'in_progress' | 'completed'): Told => ({
  sessionUpdate: 'tool_call',
  ...{ toolCallId, status, title: `Run ${toolCallId}` },
})
const threadOf = (...events: Told[]): Thread => events.reduce(reduce, emptyThread(1))
const rowsOf = (thread: Thread, remarks: readonly Remark[] = [], startedAt = new Map<number, number>()) =>
  toRows({ slots: thread.slots, remarks, startedAt })
const namesOf = (rows: readonly Row[]): string[] =>
  rows.map(row => (row.is === 'remark' ? row.remark.text : row.entry.kind))

test('a turn that ended as turns end has no row for it, one that ended otherwise has', () => {
  const thread = threadOf(prompt('a'), say('b'), end('end_turn'), prompt('c'), end('max_tokens'))
  expect(namesOf(rowsOf(thread))).toEqual(['message', 'message', 'message', 'stop'])
})

test('remarks stand behind the entries that were there when they were made', () => {
  const remark = (id: string, after: number): Remark => ({ id, tone: 'info', text: id, after })
  const thread = threadOf(prompt('a'), say('b'))
  const rows = rowsOf(thread, [remark('last', 9), remark('first', 0), remark('between', 1)])
  expect(namesOf(rows)).toEqual(['first', 'message', 'between', 'message', 'last'])
})

test('prompts are counted, and a row keeps its key while others come', () => {
  const thread = threadOf(prompt('a'), say('b'), end('end_turn'), prompt('c'))
  const rows = rowsOf(thread)
  expect(rows.map(row => (row.is === 'entry' ? row.turn : 0))).toEqual([1, undefined, 2])
  const later = rowsOf(reduce(thread, say('d')))
  expect(later.slice(0, 3).map(({ key }) => key)).toEqual(rows.map(({ key }) => key))
})

test('a day is told with its first prompt', () => {
  const monday = new Date(2026, 0, 5, 10).getTime()
  const tuesday = new Date(2026, 0, 6, 10).getTime()
  const thread = threadOf(prompt('a'), say('x'), prompt('b'), say('x'), prompt('c'))
  const rows = rowsOf(
    thread,
    [],
    new Map([
      [0, monday],
      [2, monday + 1],
      [4, tuesday],
    ]),
  )
  expect(rows.map(row => (row.is === 'entry' ? row.dayAt : 0))).toEqual([
    monday,
    undefined,
    undefined,
    undefined,
    tuesday,
  ])
})

test('one goes from prompt to prompt, and not past the ends', () => {
  const rows = rowsOf(threadOf(prompt('a'), say('b'), prompt('c'), say('d')))
  expect(neighbouringPrompt(rows, 3, -1)).toBe(2)
  expect(neighbouringPrompt(rows, 2, -1)).toBe(0)
  expect(neighbouringPrompt(rows, 0, -1)).toBeUndefined()
  expect(neighbouringPrompt(rows, 0, 1)).toBe(2)
  expect(neighbouringPrompt(rows, 2, 1)).toBeUndefined()
})

test('words are found in messages, titles, output and remarks, whatever their case', () => {
  const output: Told = {
    sessionUpdate: 'tool_call_update',
    toolCallId: '1',
    content: [{ type: 'content', content: { type: 'text', text: 'Needle in output' } }],
  }
  const thread = threadOf(prompt('a needle'), call('1', 'completed'), output, say('NEEDLE'), say(' and hay'))
  const rows = rowsOf(thread, [{ id: '1', tone: 'info', text: 'Needles came.', after: 99 }])
  expect(findRows(rows, ' needle ')).toEqual([0, 1, 2, 3])
  expect(findRows(rows, 'needle and hay')).toEqual([2])
  expect(findRows(rows, '  ')).toEqual([])
})

test('finds are gone through round about, from the one that is nearest', () => {
  expect(nearestFind([3, 8, 20], 5)).toBe(1)
  expect(nearestFind([3, 8, 20], 30)).toBe(0)
  expect(stepTo([3, 8, 20], 2, 1)).toBe(0)
  expect(stepTo([3, 8, 20], 0, -1)).toBe(2)
  expect(stepTo([], 0, 1)).toBe(0)
})

test('rows about which nothing is new are the same values, and their keys the same function', () => {
  const facts = { remarks: [], startedAt: new Map() }
  const one = threadOf(prompt('one'), say('two'))
  const more = reduce(one, say(' and more'))
  const keys = new RowKeys()
  const rows = toRows({ slots: one.slots, ...facts })
  const keyOf = keys.of(rows)
  const grown = toRows({ slots: more.slots, ...facts }, rows)
  expect(grown[0]).toBe(rows[0])
  expect(grown[1]).not.toBe(rows[1])
  expect(keys.of(grown)).toBe(keyOf)
  const longer = toRows({ slots: reduce(more, call('three', 'completed')).slots, ...facts }, grown)
  const keyOfLonger = keys.of(longer)
  expect(keyOfLonger).not.toBe(keyOf)
  expect([0, 1, 2, 3].map(keyOfLonger)).toEqual([...longer.map(({ key }) => key), 'footer'])
})
