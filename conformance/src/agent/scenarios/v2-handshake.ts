/** The handshake of version 2: what an agent says of itself, which version it chooses, and greeting again. */

import { errorCode } from '../../error.js'
import type { Judge } from '../../judge.js'
import type { Answer } from '../../wire/scripted-peer.js'
import { codeOf, isError, isResult } from '../answers.js'
import { describeAnswer, type ExaminedAgent, toJson } from '../examined-agent.js'
import { FAR_VERSION } from '../first-contact.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { flawsOfMarkers, judgeSignIns, NO_SIGN_IN } from './welcome.js'

const TOO_OLD = 0

export const handshakeOf2: readonly AgentScenario[] = [
  {
    name: 'initialize.answer-2',
    title: 'looks at what the agent says of itself in version 2',
    versions: [2],
    verifies: [
      'agent.initialize.markers',
      'agent.initialize.auth-methods',
      'agent.initialize.auth-type',
      'agent.initialize.info',
      'agent.initialize.version-number',
    ],
    async play(stage, judge) {
      const agent = await stage.start(stage.fixture.signedOutEnv)
      const answer = await agent.initialize({ capabilities: { auth: { terminal: {} } } })
      if (!isResult(answer)) return judge.skipRest('the agent did not answer initialize with a result')
      const { welcome } = agent
      const isWhole = Number.isInteger(welcome.protocolVersion)
      judge.check('agent.initialize.version-number', isWhole, 'protocolVersion is no whole number')
      if (welcome.capabilities === undefined)
        judge.skip('agent.initialize.markers', 'the agent says nothing of its capabilities')
      else {
        const markers = flawsOfMarkers(welcome.capabilities)
        judge.check('agent.initialize.markers', markers.length === 0, markers.join('; '))
      }
      const { name, version } = toJson(welcome.info)
      judge.check(
        'agent.initialize.info',
        typeof name === 'string' && typeof version === 'string',
        'the answer to initialize has no info with a name and a version',
      )
      judgeSignIns(welcome.authMethods, 'methodId', judge)
      judgeTypes(welcome.authMethods, judge)
    },
  },
  {
    name: 'initialize.newest',
    title: `asks for version ${FAR_VERSION}, and expects the newest that the agent speaks`,
    versions: [2],
    verifies: ['agent.initialize.version-choice'],
    async play(stage, judge) {
      const agent = await stage.start()
      const answer = await agent.initialize({ protocolVersion: FAR_VERSION })
      const version = isResult(answer) ? toJson(answer.result).protocolVersion : undefined
      judge.check(
        'agent.initialize.version-choice',
        Number.isInteger(version) && Number(version) >= stage.version && Number(version) < FAR_VERSION,
        isResult(answer)
          ? 'the answer does not name the highest version that the agent speaks'
          : `expected a result, found ${describeAnswer(answer)}`,
      )
    },
  },
  {
    name: 'initialize.older',
    title: 'asks for version 1, and for one that nobody speaks any more',
    versions: [2],
    verifies: [
      'agent.initialize.older-version',
      'agent.initialize.version-refused',
      'agent.initialize.version-data',
    ],
    async play(stage, judge) {
      const older = await greetWith(await stage.start(), 1)
      const version = isResult(older) ? toJson(older.result).protocolVersion : undefined
      judge.check(
        'agent.initialize.older-version',
        version === 1 || codeOf(older) === errorCode.unsupported_version,
        `expected version 1, or error ${errorCode.unsupported_version}; found ${describeAnswer(older)}`,
      )
      const refused = await greetWith(await stage.start(), TOO_OLD)
      judge.check(
        'agent.initialize.version-refused',
        codeOf(refused) === errorCode.unsupported_version,
        `expected error ${errorCode.unsupported_version}, found ${describeAnswer(refused)}`,
      )
      const { requested, supported } = toJson('error' in refused ? refused.error.data : {})
      if (codeOf(refused) === errorCode.unsupported_version)
        judge.check(
          'agent.initialize.version-data',
          requested === TOO_OLD && Array.isArray(supported) && supported.includes(stage.version),
          'the error does not name the version that was asked for and those that are spoken',
        )
    },
  },
  {
    name: 'initialize.repeated',
    title: 'shakes hands twice, and a third time in vain',
    versions: [2],
    // Over HTTP a handshake is what makes a connection, and no part of one.
    transports: ['stdio', 'websocket'],
    verifies: ['agent.initialize.repeated', 'agent.initialize.failed-repeat'],
    async play(stage, judge) {
      const agent = await stage.start()
      await agent.initialize()
      const again = await agent.initialize()
      judge.check(
        'agent.initialize.repeated',
        isResult(again) && toJson(again.result).protocolVersion === stage.version,
        `expected the same version again, found ${describeAnswer(again)}`,
      )
      const failed = await agent.call('initialize', { protocolVersion: stage.version })
      if (!isError(failed)) return judge.skipRest('a handshake without info was taken')
      await agent.signIn()
      const opened = await agent.askForSession()
      // Who opens none without a failed handshake either has not forgotten anything.
      if (!isResult(opened)) await (await stage.open()).newSession()
      judge.check('agent.initialize.failed-repeat', isResult(opened), 'no session could be opened afterwards')
    },
  },
  {
    name: 'initialize.late',
    title: 'shakes hands again when a session is open',
    versions: [2],
    // Over HTTP a handshake is what makes a connection, and no part of one.
    transports: ['stdio', 'websocket'],
    verifies: ['agent.initialize.late-repeat'],
    async play(stage, judge) {
      const agent = await stage.open()
      await agent.newSession()
      const late = await agent.initialize()
      judge.check('agent.initialize.late-repeat', isError(late), `found ${describeAnswer(late)}`)
    },
  },
  {
    name: 'rpc.removed-methods',
    title: 'asks for what version 1 had and version 2 has not',
    versions: [2],
    verifies: ['agent.input.removed-method'],
    play: askForRemoved,
  },
  {
    name: 'rpc.odd-ids',
    title: 'asks with ids that version 2 does not allow',
    versions: [2],
    verifies: ['agent.input.odd-id'],
    async play(stage, judge) {
      const agent = await stage.open()
      await agent.demand('session/list', {})
      for (const id of [null, 1.5]) {
        const within = stage.pace.patience
        const answer = await agent.call('session/list', {}, { id, within })
        judge.check('agent.input.odd-id', !isResult(answer), `the id ${id} was taken`)
      }
    },
  },
]

function greetWith(agent: ExaminedAgent, protocolVersion: number): Promise<Answer> {
  return agent.initialize({ protocolVersion })
}

function judgeTypes(methods: unknown, judge: Judge): void {
  if (!Array.isArray(methods) || methods.length === 0)
    return judge.skip('agent.initialize.auth-type', NO_SIGN_IN)
  const isTyped = methods.every(method => typeof toJson(method).type === 'string')
  judge.check('agent.initialize.auth-type', isTyped, 'a way to sign in has no type')
}

async function askForRemoved(stage: AgentStage, judge: Judge): Promise<void> {
  const agent = await stage.open()
  const { sessionId } = await agent.newSession()
  const calls = {
    authenticate: { methodId: 'nobody-offers-this' },
    logout: {},
    'session/load': { sessionId, cwd: stage.cwd, mcpServers: [] },
    'session/set_mode': { sessionId, modeId: 'nobody-offers-this' },
  }
  for (const [method, params] of Object.entries(calls)) {
    const answer = await agent.call(method, params)
    judge.check(
      'agent.input.removed-method',
      codeOf(answer) === errorCode.method_not_found,
      `${method}: expected error ${errorCode.method_not_found}, found ${describeAnswer(answer)}`,
    )
  }
}
