/** Rows of the mapping, each way: what is said in one version, and what the other hears. */
import { expect, test } from 'vitest'
import { SessionUpdate as OldUpdate } from '../../../schema/v1-unstable/shapes.gen.js'
import { SessionUpdate as NewUpdate } from '../../../schema/v2-unstable/shapes.gen.js'
import { cross, type Update } from './crossing.fixture.js'
import { nothingTold, type Told, toldTo } from './told.js'
import { toNewUpdate, toOldUpdate } from './updates.js'

interface Row {
  readonly title: string
  readonly said: readonly Update[]
  readonly heard: readonly Update[]
  readonly told?: Told
}

const all = toldTo({ notices: true, compaction: true, subagents: true, plans: true, booleans: true })
const carrying = (version: 'v1' | 'v2', update: unknown, bearer: object = {}): Update => ({
  sessionUpdate: 'session_info_update',
  ...bearer,
  _meta: { [`parley.dev/${version}`]: { update } },
})

const ENTRY = { content: 'Look', priority: 'high', status: 'pending' }
const CALL = { toolCallId: 'c', title: 'Read' }
const NOTICE = { sessionUpdate: 'notice', severity: 'warning', title: 'Slow', description: 'The network.' }
const COMPACTION = { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'completed' }
const SUBAGENT = { sessionUpdate: 'subagent_update', sessionId: 's', title: 'Helper' }
const CALLED_OFF = { content: 'Leap', priority: 'low', status: 'cancelled' }
const NEW_PLAN = {
  sessionUpdate: 'plan_update',
  plan: { type: 'items', planId: 'p', entries: [ENTRY, CALLED_OFF] },
}
const OTHER_PLAN = {
  sessionUpdate: 'plan_update',
  plan: { type: 'markdown', planId: 'q', content: '# Steps' },
}

const TO_NEW: readonly Row[] = [
  {
    title: 'a call is made by the first that is heard of it',
    said: [
      { sessionUpdate: 'tool_call', ...CALL, kind: 'read' },
      { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed', title: null },
    ],
    heard: [
      { sessionUpdate: 'tool_call_update', ...CALL, kind: 'read' },
      { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' },
    ],
  },
  {
    title: 'a change of a call that was never made says so for the way back',
    said: [{ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' }],
    heard: [
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        status: 'completed',
        _meta: { 'parley.dev/v1': { isCall: false } },
      },
    ],
  },
  {
    title: 'the plan of another turn is another plan',
    said: [
      { sessionUpdate: 'plan', entries: [ENTRY] },
      { sessionUpdate: 'plan', entries: [] },
      { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'more' }, messageId: 'u' },
      { sessionUpdate: 'plan', entries: [ENTRY] },
    ],
    heard: [
      toPlan('parley.dev/plan-1', [ENTRY]),
      toPlan('parley.dev/plan-1', []),
      { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'more' }, messageId: 'u' },
      toPlan('parley.dev/plan-2', [ENTRY]),
    ],
  },
  {
    title: 'a cost of null is the one that was said before',
    said: [{ sessionUpdate: 'usage_update', used: 1, size: 2, cost: null }],
    heard: [{ sessionUpdate: 'usage_update', used: 1, size: 2 }],
  },
  {
    title: 'a time that is none travels along',
    said: [{ sessionUpdate: 'session_info_update', title: 'T', updatedAt: 'today' }],
    heard: [
      {
        sessionUpdate: 'session_info_update',
        title: 'T',
        _meta: { 'parley.dev/v1': { fields: { updatedAt: 'today' } } },
      },
    ],
  },
  {
    title: 'commands and their inputs get a type',
    said: [
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: 'plan', description: 'Plans', input: { hint: 'what' } }],
      },
    ],
    heard: [
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [
          { type: 'command', name: 'plan', description: 'Plans', input: { type: 'text', hint: 'what' } },
        ],
      },
    ],
  },
  {
    title: 'a mode of which no setting is known travels along',
    said: [{ sessionUpdate: 'current_mode_update', currentModeId: 'code' }],
    heard: [carrying('v1', { sessionUpdate: 'current_mode_update', currentModeId: 'code' })],
  },
]

const TO_OLD: readonly Row[] = [
  {
    title: 'the first that is heard of a call makes it, under its name where it has no title',
    said: [
      { sessionUpdate: 'tool_call_update', toolCallId: 'c', name: 'grep', status: 'paused' },
      { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'Search', status: 'cancelled' },
    ],
    heard: [
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'c',
        title: 'grep',
        name: 'grep',
        status: 'in_progress',
        _meta: { 'parley.dev/v2': { fields: { status: 'paused' }, made: ['title'] } },
      },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        title: 'Search',
        status: 'failed',
        _meta: { 'parley.dev/v2': { fields: { status: 'cancelled' } } },
      },
    ],
  },
  {
    title: 'what is cleared is set to what comes nearest',
    said: [
      { sessionUpdate: 'tool_call_update', ...CALL },
      { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: null, content: null, rawInput: null },
    ],
    heard: [
      { sessionUpdate: 'tool_call', ...CALL },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        status: 'pending',
        content: [],
        _meta: { 'parley.dev/v2': { cleared: ['status', 'content', 'rawInput'] } },
      },
    ],
  },
  {
    title: 'a piece of what a call shows is all of it again',
    said: ['one', 'two'].map(text => ({
      sessionUpdate: 'tool_call_content_chunk',
      toolCallId: 'c',
      content: toShown(text),
    })),
    heard: [
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'c',
        title: 'Tool call',
        content: [toShown('one')],
        _meta: { 'parley.dev/v2': { chunk: {}, made: ['title'] } },
      },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        content: [toShown('one'), toShown('two')],
        _meta: { 'parley.dev/v2': { chunk: {} } },
      },
    ],
  },
  {
    title: 'several plans are one, without what was called off',
    said: [NEW_PLAN, OTHER_PLAN, { sessionUpdate: 'plan_removed', planId: 'p' }],
    heard: [
      carrying('v2', NEW_PLAN, { sessionUpdate: 'plan', entries: [ENTRY] }),
      carrying('v2', OTHER_PLAN, {
        sessionUpdate: 'plan',
        entries: [ENTRY, { content: '# Steps', priority: 'medium', status: 'pending' }],
      }),
      carrying(
        'v2',
        { sessionUpdate: 'plan_removed', planId: 'p' },
        {
          sessionUpdate: 'plan',
          entries: [{ content: '# Steps', priority: 'medium', status: 'pending' }],
        },
      ),
    ],
  },
  {
    title: 'several plans stay several for whoever knows of them',
    told: all,
    said: [OTHER_PLAN, { sessionUpdate: 'plan_removed', planId: 'q' }],
    heard: [OTHER_PLAN, { sessionUpdate: 'plan_removed', planId: 'q' }],
  },
  {
    title: 'what a client did not say that it hears is carried past it, and a notice is said by the agent',
    said: [COMPACTION, SUBAGENT, NOTICE],
    heard: [
      carrying('v2', COMPACTION),
      carrying('v2', SUBAGENT),
      carrying('v2', NOTICE, {
        sessionUpdate: 'agent_message_chunk',
        messageId: 'parley.dev/message-1',
        content: { type: 'text', text: '[warning] Slow\nThe network.' },
      }),
    ],
  },
  {
    title: 'what it hears is said',
    told: all,
    said: [COMPACTION, SUBAGENT, NOTICE],
    heard: [COMPACTION, SUBAGENT, NOTICE],
  },
  {
    title: 'a cost that is taken back stays, and is taken back on the way back',
    said: [{ sessionUpdate: 'usage_update', used: 1, size: 2, cost: null }],
    heard: [
      { sessionUpdate: 'usage_update', used: 1, size: 2, _meta: { 'parley.dev/v2': { isCleared: true } } },
    ],
  },
  {
    title: 'private kinds are carried, and states are told by nobody here',
    said: [
      { sessionUpdate: '_weather', sky: 'blue' },
      { sessionUpdate: 'state_update', state: 'running' },
    ],
    heard: [carrying('v2', { sessionUpdate: '_weather', sky: 'blue' })],
  },
]

function toPlan(planId: string, entries: readonly unknown[]): Update {
  return {
    sessionUpdate: 'plan_update',
    plan: { type: 'items', planId, entries },
    _meta: { 'parley.dev/v1': { isOnly: true } },
  }
}

function toShown(text: string): object {
  return { type: 'content', content: { type: 'text', text } }
}

test.for(TO_NEW)('to version 2: $title', ({ said, heard, told }) => {
  expect(cross(told ?? nothingTold, said, [toNewUpdate, NewUpdate])).toEqual(heard)
})

test.for(TO_OLD)('to version 1: $title', ({ said, heard, told }) => {
  expect(cross(told ?? nothingTold, said, [toOldUpdate, OldUpdate])).toEqual(heard)
})
