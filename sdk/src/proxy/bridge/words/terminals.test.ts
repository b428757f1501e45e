import { expect, test } from 'vitest'
import { anything } from '../../../schema/leaf.js'
import { SessionUpdate as OldUpdate } from '../../../schema/v1/shapes.gen.js'
import { SessionUpdate as NewUpdate } from '../../../schema/v2/shapes.gen.js'
import { isFields } from '../../../thread/fields.js'
import { cross, type Update } from './crossing.fixture.js'
import { nothingTold } from './told.js'
import { toNewUpdate, toOldUpdate } from './updates.js'

const toOld = [toOldUpdate, OldUpdate] as const
const call = (toolCallId: string): Update => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  title: 'Run',
  content: [{ type: 'terminal', terminalId: 't' }],
})
const chunk = (text: string): Update => ({
  sessionUpdate: 'terminal_output_chunk',
  terminalId: 't',
  data: btoa(text),
})
const begun: Update = { sessionUpdate: 'terminal_update', terminalId: 't', command: 'make', cwd: '/w' }
const ended: Update = { sessionUpdate: 'terminal_update', terminalId: 't', exitStatus: { exitCode: 2 } }

function textOf(update: Update | undefined): string {
  const items = Array.isArray(update?.content) ? update.content : []
  return items.map(item => (isFields(item.content) ? item.content.text : item.type)).join('|')
}

test('what a terminal of the agent shows is text of the call that shows it, with each piece anew', () => {
  const heard = cross(
    nothingTold,
    [call('c'), begun, chunk('\u001B[1mone\u001B[0m\r\n'), chunk('two'), ended],
    toOld,
  )
  expect(heard.map(textOf)).toEqual([
    '[terminal]',
    '```\n$ make\n```',
    '```\n$ make\none\n```',
    '```\n$ make\none\ntwo\n```',
    '```\n$ make\none\ntwo\n```\nexit code 2',
  ])
})

test('a terminal that nothing shows is carried, and shown with the call that comes to show it', () => {
  const heard = cross(nothingTold, [begun, chunk('one'), call('c')], toOld)
  expect(heard.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
    'session_info_update',
    'session_info_update',
    'tool_call',
  ])
  expect(textOf(heard.at(-1))).toBe('```\n$ make\none\n```')
})

test('every call that shows a terminal hears of it, and a call that no longer does hears nothing', () => {
  const gone = { sessionUpdate: 'tool_call_update', toolCallId: 'c', content: [] }
  const heard = cross(nothingTold, [call('c'), call('d'), chunk('one'), gone, chunk('two')], toOld)
  expect(heard.map(({ toolCallId }) => toolCallId)).toEqual(['c', 'd', 'c', 'd', 'c', 'd'])
  expect(cross(nothingTold, heard, [toNewUpdate, NewUpdate])).toEqual([
    call('c'),
    call('d'),
    chunk('one'),
    gone,
    chunk('two'),
  ])
})

test('of many calls that show one terminal the last few hear of it', () => {
  const calls = Array.from({ length: 20 }, (_, index) => call(`c${index}`))
  const heard = cross(nothingTold, [...calls, chunk('one')], toOld).slice(calls.length)
  expect(heard.map(({ toolCallId }) => toolCallId)).toEqual(
    calls.slice(-8).map(({ toolCallId }) => toolCallId),
  )
})

test('while a command runs the end of its output is shown, and when it has ended more of it', () => {
  const lines = 'x'.repeat(99).concat('\n').repeat(400)
  const [, running, done] = cross(nothingTold, [call('c'), chunk(lines), ended], toOld)
  expect(textOf(running).length).toBeLessThan(4200)
  expect(textOf(running)).toContain('[the beginning of the output is missing]')
  expect(textOf(done).length).toBeGreaterThan(40_000)
  expect(textOf(done)).not.toContain('missing')
})

test('a call that shows much beside a terminal does not say it all again with each piece, but in the end', () => {
  const large = { type: 'content', content: { type: 'text', text: 'x'.repeat(100_000) } }
  const crowded = { ...call('c'), content: [large, { type: 'terminal', terminalId: 't' }] }
  const chunks = Array.from({ length: 50 }, (_, index) => chunk(`${index}\n`))
  const said = [crowded, ...chunks, ended]
  const heard = cross(nothingTold, said, toOld)
  expect(JSON.stringify(heard).length).toBeLessThan(3 * JSON.stringify(said).length)
  expect(textOf(heard.at(-1))).toContain('48\n49\n```\nexit code 2')
  expect(cross(nothingTold, heard, [toNewUpdate, NewUpdate])).toEqual(said)
})

test('a terminal that a gateway lends is one of the agent for a client of version 2', () => {
  const said = [
    { ...begun, sessionUpdate: '_parley/terminal_update' },
    { ...chunk('one'), sessionUpdate: '_parley/terminal_output_chunk' },
  ]
  const there = cross(nothingTold, said, [toNewUpdate, NewUpdate])
  expect(there).toMatchObject([begun, chunk('one')])
  expect(cross(nothingTold, there, [toOldUpdate, anything])).toEqual(said)
})

test('a terminal of the client stays a terminal on the way back', () => {
  const said = {
    sessionUpdate: 'tool_call',
    toolCallId: 'c',
    title: 'Run',
    content: [{ type: 'terminal', terminalId: 't' }],
  }
  const there = cross(nothingTold, [said], [toNewUpdate, NewUpdate])
  expect(there[0]?.content).toEqual([
    { type: 'terminal', terminalId: 't', _meta: { 'parley.dev/v1': { isOwn: true } } },
  ])
  expect(cross(nothingTold, there, toOld)).toEqual([said])
})
