import { expect, test } from 'vitest'
import { memoryJournal } from '../store/index.js'
import type { AgentDefinition } from './definition.js'
import { diff } from './tool-call.js'
import { type Fields, lasting, load, newSession, turnOf, visit } from './visits.fixture.js'

const busy = {
  modes: [
    { id: 'ask', name: 'Ask' },
    { id: 'code', name: 'Code' },
  ],
  settings: [
    {
      type: 'select',
      id: 'model',
      name: 'Model',
      initial: 'a',
      choices: [{ group: 'g', name: 'G', choices: [{ value: 'a', name: 'A' }] }],
    },
    { type: 'boolean', id: 'web', name: 'Web', initial: true },
  ],
  async prompt(turn) {
    turn.think('hm')
    turn.say('hello')
    const call = turn.tool({ title: 'Edit', kind: 'edit', locations: [{ path: '/work/a', line: 2 }] })
    call.progress('half')
    call.complete([diff('/work/a', { to: 'new' }), 'done'])
    turn.plan([{ content: 'Look', priority: 'low', status: 'completed' }])
    turn.usage({ used: 1, size: 2 })
    turn.compact().complete('short')
    await turn.session.setMode('code')
    await turn.session.setTitle('Titled')
    await turn.session.setCommands([{ name: 'help', description: 'Helps', hint: 'with what' }])
  },
} satisfies Partial<AgentDefinition>

const capable = {
  1: { clientCapabilities: { session: { notices: {}, compaction: {}, configOptions: { boolean: {} } } } },
  2: {},
} as const

/** Version 1 names no plan, so a replay cannot know the name that version 2 would have given it. */
function withoutPlanId(update: Fields): Fields {
  if (update.sessionUpdate !== 'plan_update') return update
  return { ...update, plan: { ...(update.plan as Fields), planId: 'plan' } }
}

for (const [from, to] of [
  [1, 2],
  [2, 1],
] as const)
  test(`a session kept in version ${from} is loaded in version ${to}, in its words, and goes on there`, async () => {
    const sessions = memoryJournal()
    const first = await visit({ ...busy, sessions }, from, capable[from])
    const sessionId = await newSession(first)
    await turnOf(first, sessionId, 'go')
    await first.served.close()
    const second = await visit({ ...busy, sessions }, to, capable[to])
    const { before, answer } = await load(second, sessionId)
    expect(answer.error).toBeUndefined()
    expect(second.log.filter(({ event }) => event === 'not_replayed')).toEqual([])
    const inOwnWords = await visit({ ...busy, sessions: memoryJournal() }, to, capable[to])
    const own = await newSession(inOwnWords)
    await turnOf(inOwnWords, own, 'go')
    const told = (await load(inOwnWords, own)).before
    const expected = told.filter(
      // Version 2 has no word for the mode alone.
      ({ sessionUpdate }) => sessionUpdate !== 'current_mode_update',
    )
    expect(lasting(before).map(withoutPlanId)).toEqual(lasting(expected).map(withoutPlanId))
    expect(before.filter(({ sessionUpdate }) => sessionUpdate === 'available_commands_update')).toEqual(
      told.filter(({ sessionUpdate }) => sessionUpdate === 'available_commands_update'),
    )
    expect((await turnOf(second, sessionId, 'on')).stopReason).toBe('end_turn')
    await second.served.close()
    const third = await visit({ ...busy, sessions }, from, capable[from])
    const both = await load(third, sessionId)
    expect(JSON.stringify(both.before).match(/"hello"/g)).toHaveLength(2)
    await third.served.close()
    await inOwnWords.served.close()
  })
