/** Questions to the user: forms and visits, offered or not, answered in every way. */

import type { Judge } from '../../judge.js'
import { isResult, stopOf } from '../answers.js'
import { toJson } from '../examined-agent.js'
import { EVERYTHING, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'

const WAYS = [
  ['form', 'form'],
  ['visit', 'url'],
] as const

export const questions: readonly AgentScenario[] = [
  ...WAYS.map(
    ([deed, mode]): AgentScenario => ({
      name: `elicitation.${deed}-not-offered`,
      title: `has the agent ask in the way "${mode}", which the client does not have`,
      versions: [1, 2],
      deeds: [deed],
      verifies: ['agent.elicitation.advertised'],
      watches: ['agent.capability.unadvertised-method', 'agent.capability.unadvertised-part'],
      async play(stage, judge) {
        const asks = mode === 'form' ? (['url'] as const) : (['form'] as const)
        const strays: unknown[] = []
        for (const offered of [[], asks]) {
          const modes = await modesOf(stage, deed, offered)
          strays.push(...modes.filter(each => !offered.some(offer => offer === each)))
        }
        // Who never asks in this way has not refrained from it.
        if (strays.length === 0 && !(await modesOf(stage, deed, [mode])).includes(mode))
          return judge.skipRest(`the agent was never seen to ask in the way "${mode}"`)
        judge.check(
          'agent.elicitation.advertised',
          strays.length === 0,
          `the user was asked by ${strays.join()}`,
        )
      },
    }),
  ),
  ...WAYS.map(
    ([deed]): AgentScenario => ({
      name: `elicitation.${deed}`,
      title: `has the agent ask by a ${deed}, and does what it asks for`,
      versions: [1, 2],
      deeds: [deed],
      verifies: [],
      watches: ['agent.elicitation.scope', 'agent.elicitation.url-id', 'agent.elicitation.secret'],
      async play(stage) {
        const host = await openWith(stage, {
          ...EVERYTHING,
          elicited: deed === 'visit' ? 'decline' : 'accept',
        })
        const { sessionId } = await host.agent.newSession()
        await host.agent.turn(sessionId, stage.words(deed))
      },
    }),
  ),
  {
    name: 'elicitation.declined',
    title: 'declines a form',
    versions: [1, 2],
    deeds: ['form'],
    verifies: ['agent.elicitation.declined'],
    play: (stage, judge) => refuse(stage, judge, 'decline'),
  },
  {
    name: 'elicitation.cancelled',
    title: 'calls a form off',
    versions: [1, 2],
    deeds: ['form'],
    verifies: ['agent.elicitation.cancelled'],
    play: (stage, judge) => refuse(stage, judge, 'cancel'),
  },
]

/** In which ways the agent asks a client that knows these. */
async function modesOf(
  stage: AgentStage,
  deed: 'form' | 'visit',
  asks: readonly ('form' | 'url')[],
): Promise<readonly unknown[]> {
  const { agent } = await openWith(stage, { ...EVERYTHING, asks, elicited: 'decline' })
  const { sessionId } = await agent.newSession()
  await agent.ask(sessionId, deed)
  return agent.peer.arrivals.all
    .filter(({ message }) => message.method === 'elicitation/create')
    .map(({ message }) => toJson(message.params).mode)
}

/** The turn ends in an orderly way, and the session can be used after it. */
async function refuse(stage: AgentStage, judge: Judge, elicited: 'decline' | 'cancel'): Promise<void> {
  const requirement = `agent.elicitation.${elicited === 'decline' ? 'declined' : 'cancelled'}`
  const host = await openWith(stage, { ...EVERYTHING, elicited })
  const { sessionId } = await host.agent.newSession()
  const answer = await host.agent.ask(sessionId, 'form')
  if (host.asked('elicitation/create').length === 0) return judge.skip(requirement, 'the agent asked nothing')
  judge.check(requirement, isResult(answer), `the prompt ended with ${stopOf(answer)}`)
  const next = await host.agent.ask(sessionId, stage.fixture.prompts.say === undefined ? 'form' : 'say')
  judge.check(requirement, isResult(next), `the next prompt ended with ${stopOf(next)}`)
}
