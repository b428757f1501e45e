/** Sessions of version 2: what every agent with sessions can do, coming back to one, and MCP servers of unknown kinds. */

import { errorCode } from '../../error.js'
import { CannotGoOn, type Judge } from '../../judge.js'
import type { Json } from '../../wire/arrivals.js'
import type { Answer } from '../../wire/scripted-peer.js'
import { codeOf, isResult } from '../answers.js'
import { describeAnswer, type ExaminedAgent, toJson } from '../examined-agent.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { flawsOfHistory, type Past, talkOnce } from './history.js'
import { isMessage, isState, isUserMessage, isWork, placeOfAnswer, toldOf } from './told.js'
import { NO_SIGN_IN } from './welcome.js'

const NOBODY = 'nobody-made-this'
const START = { type: 'start' }

export const sessionsOf2: readonly AgentScenario[] = [
  {
    name: 'session.baseline',
    title: 'opens a session, lists, closes and resumes it',
    versions: [2],
    deeds: ['say'],
    verifies: ['agent.session.baseline', 'agent.session.lists', 'agent.session.no-servers'],
    play: useBaseline,
  },
  {
    name: 'session.not-found',
    title: 'speaks of a session that there is not',
    versions: [2],
    verifies: ['agent.session.not-found', 'agent.session.not-found-data', 'agent.close.unknown'],
    async play(stage, judge) {
      const agent = await stage.open()
      await agent.newSession()
      const prompt = [{ type: 'text', text: 'hello' }]
      for (const [method, params] of [
        ['session/prompt', { prompt }],
        ['session/resume', { cwd: stage.cwd }],
      ] as const)
        judgeNotFound(await agent.call(method, { sessionId: NOBODY, ...params }), judge, method)
      const closed = await agent.call('session/close', { sessionId: NOBODY })
      judge.check(
        'agent.close.unknown',
        isResult(closed) || codeOf(closed) === errorCode.resource_not_found,
        `expected a result, found ${describeAnswer(closed)}`,
      )
    },
  },
  {
    name: 'resume.replay',
    title: 'resumes a conversation of a process that is gone, and asks for all of it',
    versions: [2],
    deeds: ['say'],
    verifies: ['agent.resume.replay', 'agent.resume.message-ids', 'agent.resume.state'],
    watches: ['agent.state.sequence'],
    play: replay,
  },
  {
    name: 'resume.bad-cursor',
    title: 'resumes from a place that nobody knows',
    versions: [2],
    verifies: ['agent.resume.bad-cursor'],
    async play(stage, judge) {
      const agent = await stage.open()
      const { sessionId } = await agent.newSession()
      const replayFrom = { type: '_parley_nobody_has_this' }
      const answer = await agent.call('session/resume', { sessionId, cwd: stage.cwd, replayFrom })
      judge.check('agent.resume.bad-cursor', isInvalid(answer), `found ${describeAnswer(answer)}`)
    },
  },
  {
    name: 'mcp.unsupported',
    title: 'names MCP servers that the agent cannot connect to',
    versions: [2],
    verifies: ['agent.mcp.unsupported', 'agent.mcp.untyped'],
    async play(stage, judge) {
      const agent = await stage.open()
      await agent.newSession()
      const untyped = { name: 'first', command: process.execPath }
      const http = { type: 'http', name: 'first', url: 'http://127.0.0.1:9/' }
      const servers: Json[] = [{ type: '_parley_nobody_has_this', name: 'first' }]
      if (!agent.can('session.mcp.stdio')) servers.push({ type: 'stdio', ...untyped })
      if (!agent.can('session.mcp.http')) servers.push(http)
      const open = (server: Json): Promise<Answer> =>
        agent.call('session/new', { cwd: stage.cwd, mcpServers: [server] })
      for (const server of servers) {
        const answer = await open(server)
        judge.check(
          'agent.mcp.unsupported',
          isInvalid(answer),
          `${String(server.type)}: expected error ${errorCode.invalid_params}, found ${describeAnswer(answer)}`,
        )
      }
      const answer = await open(untyped)
      judge.check(
        'agent.mcp.untyped',
        isInvalid(answer),
        `expected error ${errorCode.invalid_params}, found ${describeAnswer(answer)}`,
      )
    },
  },
  {
    name: 'auth.both',
    title: 'signs in and out where that is offered',
    versions: [2],
    verifies: ['agent.auth.both'],
    async play(stage, judge) {
      const agent = await stage.start(stage.fixture.signedOutEnv)
      await agent.initialize()
      const { authMethod: methodId, name } = stage.fixture
      if (agent.signIns.length === 0) return judge.skipRest(NO_SIGN_IN)
      if (methodId === undefined) return judge.skipRest(`the fixture ${name} names no authMethod`)
      for (const [method, params] of [
        ['auth/login', { methodId }],
        ['auth/logout', {}],
      ] as const) {
        const answer = await agent.call(method, params)
        if ('silence' in answer) return judge.skipRest(`${method} was not answered: ${answer.silence}`)
        judge.check(
          'agent.auth.both',
          codeOf(answer) !== errorCode.method_not_found,
          `there is no ${method}, and ways to sign in are offered`,
        )
      }
    },
  },
]

function isInvalid(answer: Answer): boolean {
  return codeOf(answer) === errorCode.invalid_params
}

function judgeNotFound(answer: Answer, judge: Judge, method: string): void {
  const isFound = codeOf(answer) !== errorCode.resource_not_found
  judge.check(
    'agent.session.not-found',
    !isFound,
    `${method}: expected error ${errorCode.resource_not_found}, found ${describeAnswer(answer)}`,
  )
  if (isFound || !('error' in answer)) return
  judge.check(
    'agent.session.not-found-data',
    toJson(answer.error.data).sessionId === NOBODY,
    `${method}: the error does not name the session`,
  )
}

async function useBaseline(stage: AgentStage, judge: Judge): Promise<void> {
  const agent = await stage.open()
  if (!agent.can('session')) return judge.skipRest('the agent does not advertise session')
  const opened = await agent.call('session/new', { cwd: stage.cwd }, { within: stage.pace.turn })
  judge.check('agent.session.no-servers', isResult(opened), `session/new: ${describeAnswer(opened)}`)
  if (!isResult(opened)) return
  const { sessionId } = toJson(opened.result)
  await agent.turn(String(sessionId), stage.words('say', { text: 'hello' }))
  const answers: Json[] = [toJson(opened.result)]
  for (const [method, params] of [
    ['session/list', {}],
    ['session/close', { sessionId }],
    ['session/resume', { sessionId, cwd: stage.cwd }],
  ] as const) {
    const answer = await agent.call(method, params, { within: stage.pace.turn })
    judge.check('agent.session.baseline', isKnown(answer), `${method}: ${describeAnswer(answer)}`)
    if (isResult(answer)) answers.push(toJson(answer.result))
  }
  const isListed = answers.every(({ configOptions = [], availableCommands = [] }) =>
    [configOptions, availableCommands].every(Array.isArray),
  )
  judge.check('agent.session.lists', isListed, 'configOptions or availableCommands is there and no list')
}

/** An agent may have lost the session, and not the method. */
function isKnown(answer: Answer): boolean {
  return isResult(answer) || codeOf(answer) === errorCode.resource_not_found
}

interface Conversation extends Past {
  readonly agent: ExaminedAgent
  readonly messageId: unknown
}

/** A session with something in it, of a process that is gone; of the same process, where the agent keeps none longer. */
async function replay(stage: AgentStage, judge: Judge): Promise<void> {
  const first = await converse(await stage.open(), stage)
  await first.agent.peer.close()
  const later = { ...first, agent: await stage.open() }
  if (isResult(await resume(later, stage))) return judgeReplay(later, 0, judge)
  const own = await converse(later.agent, stage)
  await own.agent.demand('session/close', { sessionId: own.sessionId })
  const before = own.agent.peer.arrivals.all.length
  const answer = await resume(own, stage)
  if (!isResult(answer)) throw new CannotGoOn(`session/resume was not answered: ${describeAnswer(answer)}`)
  judgeReplay(own, before, judge)
}

function resume({ agent, sessionId }: Conversation, { cwd, pace }: AgentStage): Promise<Answer> {
  const id = `resume ${sessionId}`
  return agent.call('session/resume', { sessionId, cwd, replayFrom: START }, { id, within: pace.turn })
}

async function converse(agent: ExaminedAgent, stage: AgentStage): Promise<Conversation> {
  const past = await talkOnce(agent, stage)
  const echo = toldOf(agent, past.sessionId).find(isUserMessage)
  return { ...past, agent, messageId: echo?.update.messageId }
}

function judgeReplay({ agent, sessionId, messageId, said }: Conversation, from: number, judge: Judge): void {
  const answeredAt = placeOfAnswer(agent, `resume ${sessionId}`)
  const told = toldOf(agent, sessionId).filter(({ place }) => place >= from && place < answeredAt)
  const users = told.filter(isUserMessage)
  const flaws = flawsOfHistory(
    said,
    told.map(({ update }) => update),
  )
  judge.check('agent.resume.replay', flaws.length === 0, flaws.join('; '))
  if (users.length > 0 && messageId !== undefined)
    judge.check(
      'agent.resume.message-ids',
      users.some(({ update }) => update.messageId === messageId),
      'the message of the user has another id than before',
    )
  const last = told.filter(each => isState(each) || isMessage(each) || isWork(each)).at(-1)
  judge.check(
    'agent.resume.state',
    last !== undefined && isState(last),
    'no state was told after the history and before the answer',
  )
}
