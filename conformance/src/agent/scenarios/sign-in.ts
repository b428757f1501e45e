/** Signing in and out, with an agent that asks for it. */

import { errorCode } from '../../error.js'
import { CannotGoOn } from '../../judge.js'
import { codeOf, isError, isResult } from '../answers.js'
import { describeAnswer, type ExaminedAgent } from '../examined-agent.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { NO_SIGN_IN } from './welcome.js'

const UNNEEDED =
  'the agent opens sessions before anybody has signed in; signedOutEnv of a fixture may change that'

export const signIn: readonly AgentScenario[] = [
  {
    name: 'auth.sign-in',
    title: 'asks for a session before signing in, signs in wrongly, and then rightly',
    versions: [1, 2],
    verifies: ['agent.auth.required', 'agent.auth.unknown-method', 'agent.auth.signed-in'],
    async play(stage, judge) {
      const agent = await openSignedOut(stage)
      const refused = await agent.askForSession()
      if (isResult(refused)) return judge.skipRest(UNNEEDED)
      judge.check(
        'agent.auth.required',
        codeOf(refused) === errorCode.auth_required,
        `expected error ${errorCode.auth_required}, found ${describeAnswer(refused)}`,
      )
      const unknown = await agent.call(agent.words.login, { methodId: 'nobody-offers-this' })
      judge.check('agent.auth.unknown-method', isError(unknown), `found ${describeAnswer(unknown)}`)
      demandMethod(agent, stage)
      await agent.signIn()
      const taken = await agent.askForSession()
      judge.check(
        'agent.auth.signed-in',
        isResult(taken),
        `expected a session, found ${describeAnswer(taken)}`,
      )
    },
  },
  {
    name: 'auth.logout',
    title: 'signs in, signs out, and asks for a session',
    versions: [1, 2],
    verifies: ['agent.auth.logout'],
    async play(stage, judge) {
      const agent = await openSignedOut(stage)
      if (stage.version === 1 && !agent.can('auth.logout'))
        return judge.skipRest('the agent does not advertise auth.logout')
      demandMethod(agent, stage)
      if (isResult(await agent.askForSession())) return judge.skipRest(UNNEEDED)
      await agent.signIn()
      await agent.demand(agent.words.logout, {})
      const answer = await agent.askForSession()
      judge.check(
        'agent.auth.logout',
        codeOf(answer) === errorCode.auth_required,
        `expected error ${errorCode.auth_required}, found ${describeAnswer(answer)}`,
      )
    },
  },
]

/** An agent that nobody has signed in to; one that needs no signing in proves nothing. */
async function openSignedOut(stage: AgentStage): Promise<ExaminedAgent> {
  const agent = await stage.start(stage.fixture.signedOutEnv)
  await agent.initialize()
  if (agent.signIns.length === 0) throw new CannotGoOn(NO_SIGN_IN)
  return agent
}

/** Nobody signs in somewhere without having been told how. */
function demandMethod({ signIns }: ExaminedAgent, { fixture: { authMethod, name } }: AgentStage): void {
  if (authMethod === undefined) throw new CannotGoOn(`the fixture ${name} names no authMethod`)
  if (!signIns.includes(authMethod))
    throw new CannotGoOn(`the agent does not offer to sign in by "${authMethod}"`)
}
