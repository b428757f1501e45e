/** The handshake: which version is agreed on, and what an agent says about itself. */

import type { Json } from '../../wire/arrivals.js'
import { isResult } from '../answers.js'
import { describeAnswer, toJson } from '../examined-agent.js'
import { FAR_VERSION } from '../first-contact.js'
import type { AgentScenario } from '../scenario.js'
import { listOf } from './options.js'
import { flawsOfCapabilities, judgeSignIns } from './welcome.js'

export const handshake: readonly AgentScenario[] = [
  {
    name: 'initialize.version',
    title: 'asks for the version under test, and expects it to be taken',
    versions: [1, 2],
    verifies: ['agent.initialize.version'],
    async play(stage, judge) {
      const agent = await stage.start()
      const answer = await agent.initialize()
      const version = 'result' in answer ? toJson(answer.result).protocolVersion : undefined
      judge.check(
        'agent.initialize.version',
        version === stage.version,
        `expected protocolVersion ${stage.version} in the answer to initialize, found ${isResult(answer) ? 'another' : describeAnswer(answer)}`,
      )
    },
  },
  {
    name: 'initialize.answer',
    title: 'looks at what the agent says of itself',
    versions: [1],
    verifies: ['agent.initialize.capabilities', 'agent.initialize.info', 'agent.initialize.version-number'],
    async play(stage, judge) {
      const agent = await stage.start()
      if (!isResult(await agent.initialize()))
        return judge.skipRest('initialize was not answered with a result')
      const { welcome } = agent
      const isWhole = Number.isInteger(welcome.protocolVersion)
      judge.check('agent.initialize.version-number', isWhole, 'protocolVersion is no whole number')
      if (welcome.agentCapabilities === undefined)
        judge.skip('agent.initialize.capabilities', 'the agent says nothing of its capabilities')
      else {
        const capabilities = flawsOfCapabilities(welcome.agentCapabilities)
        judge.check('agent.initialize.capabilities', capabilities.length === 0, capabilities.join('; '))
      }
      const { name, version } = toJson(welcome.agentInfo)
      judge.check(
        'agent.initialize.info',
        typeof name === 'string' && typeof version === 'string',
        'the answer to initialize has no agentInfo with a name and a version',
      )
    },
  },
  {
    name: 'initialize.sign-ins',
    title: 'looks at the ways to sign in, before anybody has',
    versions: [1],
    verifies: ['agent.initialize.auth-methods'],
    async play(stage, judge) {
      const agent = await stage.start(stage.fixture.signedOutEnv)
      if (!isResult(await agent.initialize()))
        return judge.skipRest('initialize was not answered with a result')
      judgeSignIns(agent.welcome.authMethods, 'id', judge)
    },
  },
  {
    name: 'initialize.newer-version',
    title: `asks for version ${FAR_VERSION}, which nobody speaks`,
    versions: [1],
    verifies: ['agent.initialize.newer-version'],
    async play(stage, judge) {
      const agent = await stage.start()
      const answer = await agent.initialize({ protocolVersion: FAR_VERSION })
      const version = isResult(answer) ? toJson(answer.result).protocolVersion : undefined
      judge.check(
        'agent.initialize.newer-version',
        Number.isInteger(version) && version !== FAR_VERSION,
        isResult(answer)
          ? 'the answer does not name a version that the agent speaks'
          : `expected a result, found ${describeAnswer(answer)}`,
      )
    },
  },
  {
    name: 'initialize.omitted',
    title: 'shakes hands without a word about capabilities',
    versions: [1, 2],
    verifies: ['agent.initialize.omitted'],
    async play(stage, judge) {
      const agent = await stage.start()
      const info = stage.version === 1 ? {} : { info: { name: 'parley-conformance', version: '0.1.0' } }
      const answer = await agent.call('initialize', { protocolVersion: stage.version, ...info })
      judge.check(
        'agent.initialize.omitted',
        isResult(answer),
        `expected a result, found ${describeAnswer(answer)}`,
      )
    },
  },
  {
    name: 'initialize.first',
    title: 'asks for a session before the handshake',
    versions: [1, 2],
    verifies: ['agent.initialize.first'],
    exceptElsewhere: ['agent.answer.given'],
    async play(stage, judge) {
      const agent = await stage.start()
      const answer = await agent.askForSession()
      if (!isResult(answer)) await (await stage.open()).newSession()
      judge.check('agent.initialize.first', !isResult(answer), 'a session was opened before initialize')
    },
  },
  {
    name: 'initialize.terminal-sign-in',
    title: 'has no terminal to sign in with, and then has one',
    versions: [1, 2],
    verifies: ['agent.initialize.terminal-sign-in'],
    async play(stage, judge) {
      const offersTerminal = async (auth: Json): Promise<boolean> => {
        const agent = await stage.start(stage.fixture.signedOutEnv)
        await agent.initialize({ capabilities: auth })
        const { authMethods } = agent.welcome
        return listOf(authMethods).some(({ type }) => type === 'terminal')
      }
      const isOffered = await offersTerminal({})
      const terminal = stage.version === 1 ? true : {}
      if (!isOffered && !(await offersTerminal({ auth: { terminal } })))
        return judge.skipRest('the agent has no way to sign in that needs a terminal')
      judge.check(
        'agent.initialize.terminal-sign-in',
        !isOffered,
        'a terminal method was offered to a client without auth.terminal',
      )
    },
  },
]
