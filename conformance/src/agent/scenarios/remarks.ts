/** Plans, notices and compactions: what an agent tells besides what it says. */

import type { Json } from '../../wire/arrivals.js'
import { EVERYTHING, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'

export const remarks: readonly AgentScenario[] = [
  {
    name: 'plan.whole',
    title: 'has the agent show a plan and change it',
    versions: [1, 2],
    deeds: ['plan'],
    verifies: [],
    watches: ['agent.plan.whole'],
    async play(stage) {
      await updatesFor(stage, 'plan', true)
    },
  },
  {
    name: 'notice.shown',
    title: 'takes notices, and has one shown',
    versions: [1, 2],
    deeds: ['notice'],
    verifies: ['agent.notice.title'],
    async play(stage, judge) {
      const notices = (await updatesFor(stage, 'notice', true)).filter(isNotice)
      if (notices.length === 0) return judge.skipRest('the agent showed no notice')
      const isTitled = notices.every(({ title }) => typeof title === 'string' && title !== '')
      judge.check('agent.notice.title', isTitled, 'a notice has no title')
    },
  },
  {
    name: 'notice.not-taken',
    title: 'takes no notices',
    versions: [1],
    deeds: ['notice'],
    verifies: ['agent.notice.advertised'],
    watches: ['agent.capability.unadvertised-part'],
    async play(stage, judge) {
      const notices = (await updatesFor(stage, 'notice', false)).filter(isNotice)
      if (notices.length === 0 && !(await updatesFor(stage, 'notice', true)).some(isNotice))
        return judge.skipRest('the agent was never seen to show a notice')
      judge.check('agent.notice.advertised', notices.length === 0, `${notices.length} notices were sent`)
    },
  },
  {
    name: 'compaction.shown',
    title: 'takes compactions, and has one made',
    versions: [1, 2],
    deeds: ['compact'],
    verifies: [],
    watches: ['agent.compaction.ends'],
    async play(stage) {
      await updatesFor(stage, 'compact', true)
    },
  },
  {
    name: 'compaction.not-taken',
    title: 'takes no compactions',
    versions: [1],
    deeds: ['compact'],
    verifies: ['agent.compaction.advertised'],
    watches: ['agent.capability.unadvertised-part'],
    async play(stage, judge) {
      const told = (await updatesFor(stage, 'compact', false)).filter(isCompaction)
      if (told.length === 0 && !(await updatesFor(stage, 'compact', true)).some(isCompaction))
        return judge.skipRest('the agent was never seen to tell of a compaction')
      judge.check(
        'agent.compaction.advertised',
        told.length === 0,
        `${told.length} updates about compactions`,
      )
    },
  },
]

function isNotice({ sessionUpdate }: Json): boolean {
  return sessionUpdate === 'notice'
}

function isCompaction({ sessionUpdate }: Json): boolean {
  return String(sessionUpdate).startsWith('compaction_')
}

/** All that a session was told while the agent did this, for a client that takes everything or no remarks. */
async function updatesFor(
  stage: AgentStage,
  deed: 'plan' | 'notice' | 'compact',
  takesRemarks: boolean,
): Promise<readonly Json[]> {
  const { agent } = await openWith(stage, takesRemarks ? EVERYTHING : { ...EVERYTHING, more: {} })
  const { sessionId } = await agent.newSession()
  await agent.turn(sessionId, stage.words(deed))
  return agent.updatesOf(sessionId)
}
