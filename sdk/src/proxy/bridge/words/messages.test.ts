import { expect, test } from 'vitest'
import { SessionUpdate as OldUpdate } from '../../../schema/v1/shapes.gen.js'
import { SessionUpdate as NewUpdate } from '../../../schema/v2/shapes.gen.js'
import { SessionUpdate as UnstableNewUpdate } from '../../../schema/v2-unstable/shapes.gen.js'
import { cross, type Update } from './crossing.fixture.js'
import { nothingTold, toldPrompt } from './told.js'
import { toNewUpdate, toOldUpdate } from './updates.js'

const toNew = [toNewUpdate, NewUpdate] as const
const toOld = [toOldUpdate, OldUpdate] as const

const piece = (role: string, text: string, messageId?: string): Update => ({
  sessionUpdate: `${role}_chunk`,
  content: { type: 'text', text },
  ...(messageId === undefined ? {} : { messageId }),
})
const whole = (text: string, messageId: string): Update => ({
  sessionUpdate: 'agent_message',
  messageId,
  content: [{ type: 'text', text }],
})
const idsOf = (updates: readonly Update[]): readonly unknown[] => updates.map(({ messageId }) => messageId)

test('pieces without an id are one message as long as one role speaks, and ids are counted', () => {
  const said = [
    piece('agent_message', 'a'),
    piece('agent_message', 'b'),
    piece('agent_thought', 'c'),
    piece('agent_message', 'd'),
    { sessionUpdate: 'tool_call', toolCallId: 't', title: 'T' },
    piece('agent_message', 'e'),
    { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' },
    piece('agent_message', 'f'),
  ]
  const [one, two, three, four] = [1, 2, 3, 4].map(count => `parley.dev/message-${count}`)
  expect(idsOf(cross(nothingTold, said, toNew))).toEqual([
    one,
    one,
    two,
    three,
    undefined,
    four,
    undefined,
    four,
  ])
})

test('a piece without an id goes on with the message that has one', () => {
  const said = [piece('agent_message', 'a', 'm'), piece('agent_message', 'b')]
  expect(idsOf(cross(nothingTold, said, toNew))).toEqual(['m', 'm'])
})

test('a plan that was removed is another when it comes again, and ends what was being said', () => {
  const plan = { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'p', entries: [] } }
  const removed = { sessionUpdate: 'plan_removed', planId: 'p' }
  const said = [
    plan,
    piece('agent_message', 'a'),
    plan,
    piece('agent_message', 'b'),
    removed,
    plan,
    piece('agent_message', 'c'),
  ]
  const heard = cross(nothingTold, said, [toNewUpdate, UnstableNewUpdate])
  const [one, two] = [1, 2].map(count => `parley.dev/message-${count}`)
  expect(idsOf(heard).filter(id => id !== undefined)).toEqual([one, one, two])
})

test('a new turn is a new message, and what the user said goes by the id it was given', () => {
  const told = toNewUpdate(nothingTold, piece('agent_message', 'a') as never).told
  const prompted = toldPrompt(told, 'prompt')
  expect(idsOf(cross(prompted, [piece('user_message', 'u'), piece('agent_message', 'b')], toNew))).toEqual([
    'prompt',
    'parley.dev/message-2',
  ])
})

test('a piece of a message that is being said costs nothing: nothing is remembered and nothing copied', () => {
  const update = piece('agent_message', 'a', 'm')
  for (const to of [toNewUpdate, toOldUpdate] as const) {
    const { told } = to(nothingTold, update as never)
    const interleaved = to(told, piece('agent_thought', 't', 'other') as never).told
    const next = to(interleaved, update as never)
    expect(next.told).toBe(interleaved)
    expect(next.updates[0]).toBe(update)
  }
  const { told } = toNewUpdate(nothingTold, piece('agent_message', 'a') as never)
  expect(toNewUpdate(told, piece('agent_message', 'b') as never).told).toBe(told)
})

test('a whole message is its pieces, the first of which says that it was whole', () => {
  const said = {
    ...whole('a', 'm'),
    content: [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
  }
  expect(cross(nothingTold, [said], toOld)).toEqual([
    { ...piece('agent_message', 'a', 'm'), _meta: { 'parley.dev/v2': { isWhole: true } } },
    piece('agent_message', 'b', 'm'),
  ])
})

test('a message that replaces another goes by another id, and so does what is added to it', () => {
  const said = [piece('agent_message', 'draft', 'm'), whole('final', 'm'), piece('agent_message', '!', 'm')]
  const heard = cross(nothingTold, said, toOld)
  expect(idsOf(heard)).toEqual(['m', 'parley.dev/message-1', 'parley.dev/message-1'])
  const back = cross(nothingTold, heard, toNew)
  expect(back).toEqual(said)
})

test('a message that is emptied stays as it was said, and what is added to it goes by another id', () => {
  const said = [
    piece('agent_message', 'a', 'm'),
    { ...whole('', 'm'), content: [] },
    piece('agent_message', 'b', 'm'),
  ]
  const heard = cross(nothingTold, said, toOld)
  expect(heard.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
    'agent_message_chunk',
    'session_info_update',
    'agent_message_chunk',
  ])
  expect(idsOf(heard)).toEqual(['m', undefined, 'parley.dev/message-1'])
})

test('a piece without content keeps whatever else it says', () => {
  const { updates } = toNewUpdate(nothingTold, { sessionUpdate: 'agent_message_chunk', more: 1 } as never)
  expect(updates).toMatchObject([{ more: 1, messageId: 'parley.dev/message-1' }])
})
