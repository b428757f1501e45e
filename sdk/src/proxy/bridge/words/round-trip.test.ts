/** A conversation that crosses to the other version and back is the same conversation. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Shape } from '../../../schema/trail.js'
import { SessionUpdate as StableOldUpdate } from '../../../schema/v1/shapes.gen.js'
import { SessionUpdate as OldUpdate } from '../../../schema/v1-unstable/shapes.gen.js'
import { SessionUpdate as NewUpdate } from '../../../schema/v2-unstable/shapes.gen.js'
import type { Entry } from '../../../thread/entry.js'
import { equalValues } from '../../../thread/fields.js'
import { entriesOf } from '../../../thread/selectors.js'
import { itemsOf } from '../../../thread/sequence.js'
import type { Thread } from '../../../thread/thread.js'
import { toValue } from '../../../thread/value.js'
import { FORMS, newConversation, oldConversation } from './conversations.fixture.js'
import { cross, threadOf } from './crossing.fixture.js'
import { type Hearing, nothingTold, toldTo } from './told.js'
import { toNewUpdate, toOldUpdate } from './updates.js'

const RUNS = Number(process.env.PARLEY_FUZZ_RUNS ?? 1000)
const SEED = Number(process.env.PARLEY_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const TIMEOUT = RUNS > 1000 ? 3_600_000 : 120_000

const hearing = fc.record<Hearing>({
  notices: fc.boolean(),
  compaction: fc.boolean(),
  subagents: fc.boolean(),
  plans: fc.boolean(),
  booleans: fc.boolean(),
})

/** Many times as fast as an expectation, which is wanted only where there is something to say. */
function expectSame(one: unknown, other: unknown): void {
  if (equalValues(one, other)) return
  expect(one).toEqual(other)
  throw new Error('not the same')
}

/** A client that knows nothing unstable is told nothing that is. */
const shapeFor = ({ plans, subagents }: Hearing): Shape => (plans || subagents ? OldUpdate : StableOldUpdate)

/** What both versions have words for. */
function seen(entry: Entry): unknown {
  switch (entry.kind) {
    case 'message':
      return [
        entry.role,
        itemsOf(entry.content).map(block => (block.type === 'text' ? block.text : block.type)),
      ]
    case 'tool_call': {
      const { toolCallId, title, name, toolKind, status, locations, rawInput, rawOutput } = entry
      const shown = itemsOf(entry.content).map(({ type }) => type)
      return { toolCallId, title, name, toolKind, status, locations, rawInput, rawOutput, shown }
    }
    case 'plan':
      return entry.plan.type === 'items' ? entry.plan.entries : entry.plan.type
    case 'compaction':
      return [entry.status, entry.error, entry.summary.length]
    case 'subagent':
      return [entry.sessionId, entry.title, entry.state]
    default:
      return [entry.kind]
  }
}

function sight(thread: Thread): unknown {
  const { title, usage, commands, notices } = thread
  return {
    entries: entriesOf(thread).map(seen),
    title,
    usage,
    notices,
    commands: commands.map(({ name }) => name),
  }
}

test('there are enough forms of updates to choose from', () => {
  console.log(
    `seed ${SEED}, ${RUNS} conversations each way, of ${FORMS.old} and ${FORMS.new} forms of updates`,
  )
  expect(FORMS.old).toBeGreaterThan(200)
  expect(FORMS.new).toBeGreaterThan(200)
})

test('what version 1 says is the same after it was said in version 2', { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(oldConversation, hearing, (said, hears) => {
      const there = cross(nothingTold, said, [toNewUpdate, NewUpdate])
      cross(toldTo(hears), there, [toOldUpdate, shapeFor(hears)])
      const all = toldTo({ notices: true, compaction: true, subagents: true, plans: true, booleans: true })
      const back = cross(all, there, [toOldUpdate, OldUpdate])
      expectSame(toValue(threadOf(back, 1)), toValue(threadOf(said, 1)))
    }),
    { numRuns: RUNS, seed: SEED },
  )
})

test('a client of version 2 sees what an agent of version 1 said, in the same order', {
  timeout: TIMEOUT,
}, () => {
  fc.assert(
    fc.property(oldConversation, said => {
      const there = cross(nothingTold, said, [toNewUpdate, NewUpdate])
      expectSame(sight(threadOf(there, 2)), sight(threadOf(said, 1)))
    }),
    { numRuns: RUNS, seed: SEED },
  )
})

const NEAREST: Readonly<Record<string, string>> = { paused: 'in_progress', cancelled: 'failed' }
const STATUSES = ['pending', 'in_progress', 'completed', 'failed']

/** What of messages and calls must not be lost on a client of version 1, in the order of their coming. */
function heardOf(thread: Thread): readonly unknown[] {
  return entriesOf(thread).flatMap((entry): readonly unknown[] => {
    if (entry.kind === 'tool_call') {
      const status = NEAREST[entry.status] ?? entry.status
      return [[entry.toolCallId, STATUSES.includes(status) ? status : 'in_progress', entry.locations]]
    }
    if (entry.kind !== 'message') return []
    const blocks = itemsOf(entry.content).map(block =>
      block.type === 'text' ? block.text : `[${block.type}]`,
    )
    return [[entry.role, entry.messageId, blocks.join('')]]
  })
}

test('a client of version 1 hears all pieces and calls of version 2 in the same order', {
  timeout: TIMEOUT,
}, () => {
  const WHOLE = new Set(['user_message', 'agent_message', 'agent_thought'])
  fc.assert(
    fc.property(newConversation, conversation => {
      const said = conversation.filter(({ sessionUpdate }) => !WHOLE.has(sessionUpdate))
      const hears = toldTo({ notices: true })
      const there = cross(hears, said, [toOldUpdate, StableOldUpdate])
      expectSame(heardOf(threadOf(there, 1)), heardOf(threadOf(said, 2)))
    }),
    { numRuns: RUNS, seed: SEED },
  )
})

test('what version 2 says is the same after it was said in version 1', { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(newConversation, hearing, (said, hears) => {
      const there = cross(toldTo(hears), said, [toOldUpdate, shapeFor(hears)])
      const back = cross(nothingTold, there, [toNewUpdate, NewUpdate])
      expectSame(toValue(threadOf(back, 2)), toValue(threadOf(said, 2)))
    }),
    { numRuns: RUNS, seed: SEED },
  )
})
