/** Sessions that outlive a process: loaded, resumed, forked. */

import { CannotGoOn, type Judge } from '../../judge.js'
import type { Json } from '../../wire/arrivals.js'
import { isError, isResult } from '../answers.js'
import { describeAnswer, type ExaminedAgent, toJson } from '../examined-agent.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { openAble } from './at-work.js'

const HISTORY = [
  'user_message_chunk',
  'user_message',
  'agent_message_chunk',
  'agent_message',
  'agent_thought_chunk',
  'agent_thought',
  'tool_call',
]

export const keptSessions: readonly AgentScenario[] = [
  {
    name: 'load.history',
    title: 'loads a conversation of a process that is gone',
    versions: [1],
    deeds: ['say'],
    verifies: ['agent.load.history'],
    watches: ['agent.load.replay-first'],
    async play(stage, judge) {
      const { agent, told } = await openAgain(stage, 'session/load')
      const kinds = new Set(told.map(({ sessionUpdate }) => sessionUpdate))
      for (const kind of ['user_message_chunk', 'agent_message_chunk'])
        judge.check('agent.load.history', kinds.has(kind), `no ${kind} came before the answer`)
      await agent.peer.arrivals.quiet(stage.pace.patience)
    },
  },
  {
    name: 'load.unknown',
    title: 'loads a conversation that there never was',
    versions: [1],
    verifies: ['agent.load.unknown'],
    async play(stage, judge) {
      const agent = await openAble(stage, 'loadSession')
      const answer = await agent.call('session/load', namesOf(stage, 'nobody-made-this'))
      judge.check('agent.load.unknown', isError(answer), `found ${describeAnswer(answer)}`)
    },
  },
  {
    name: 'resume.no-replay',
    title: 'resumes a conversation of a process that is gone, and goes on with it',
    versions: [1, 2],
    deeds: ['say'],
    verifies: ['agent.resume.no-replay', 'agent.resume.usable'],
    async play(stage, judge) {
      const { agent, sessionId, told } = await openAgain(stage, 'session/resume')
      const replayed = told.filter(({ sessionUpdate }) => HISTORY.includes(String(sessionUpdate)))
      judge.check(
        'agent.resume.no-replay',
        replayed.length === 0,
        `${replayed.length} updates of the history came before the answer`,
      )
      const answer = await agent.ask(sessionId, 'say', { text: 'again' })
      judge.check('agent.resume.usable', isResult(answer), `session/prompt: ${describeAnswer(answer)}`)
    },
  },
  {
    name: 'resume.unknown',
    title: 'resumes a conversation that there never was',
    versions: [1],
    verifies: ['agent.resume.unknown'],
    async play(stage, judge) {
      const agent = await openAble(stage, 'sessionCapabilities.resume')
      const answer = await agent.call('session/resume', namesOf(stage, 'nobody-made-this'))
      judge.check('agent.resume.unknown', isError(answer), `found ${describeAnswer(answer)}`)
    },
  },
  {
    name: 'fork.session',
    title: 'forks a conversation, and uses both',
    versions: [1, 2],
    deeds: ['say'],
    verifies: ['agent.fork.session'],
    play: fork,
  },
]

async function fork(stage: AgentStage, judge: Judge): Promise<void> {
  const agent = await openAble(stage, 'sessionCapabilities.fork')
  const { sessionId } = await agent.newSession()
  await agent.turn(sessionId, stage.words('say', { text: 'first' }))
  const copy = await agent.demand('session/fork', { sessionId, cwd: stage.cwd, mcpServers: [] })
  const isOwn = typeof copy.sessionId === 'string' && copy.sessionId !== sessionId
  if (!judge.check('agent.fork.session', isOwn, 'the fork has no id of its own')) return
  for (const id of [sessionId, String(copy.sessionId)]) {
    const answer = await agent.ask(id, 'say', { text: 'second' })
    judge.check('agent.fork.session', isResult(answer), `session/prompt: ${describeAnswer(answer)}`)
  }
}

type Opening = 'session/load' | 'session/resume'

const NEEDED = { 'session/load': 'loadSession', 'session/resume': 'sessionCapabilities.resume' } as const

/** What names a kept session, and where it is to work now. */
function namesOf({ cwd }: AgentStage, sessionId: string): Json {
  return { sessionId, cwd, mcpServers: [] }
}

interface Reopened {
  readonly agent: ExaminedAgent
  readonly sessionId: string
  /** What was told between the request and its answer. */
  readonly told: readonly Json[]
}

/** Opens a session of an earlier process; an agent that keeps sessions only as long as it lives, in the same one. */
async function openAgain(stage: AgentStage, method: Opening): Promise<Reopened> {
  const first = await openAble(stage, NEEDED[method])
  const sessionId = await talkOnce(first, stage)
  await first.peer.close()
  const second = await stage.open()
  const answer = await second.call(method, namesOf(stage, sessionId), { within: stage.pace.turn })
  if (isResult(answer)) return { agent: second, sessionId, told: toldBefore(second, sessionId, answer) }
  const own = await talkOnce(second, stage)
  if (second.can('sessionCapabilities.close')) await second.demand('session/close', { sessionId: own })
  const before = second.updatesOf(own).length
  const again = await second.call(method, namesOf(stage, own), { within: stage.pace.turn })
  if (!isResult(again)) throw new CannotGoOn(`${method} was not answered: ${describeAnswer(again)}`)
  return { agent: second, sessionId: own, told: toldBefore(second, own, again).slice(before) }
}

async function talkOnce(agent: ExaminedAgent, stage: AgentStage): Promise<string> {
  const { sessionId } = await agent.newSession()
  await agent.turn(sessionId, stage.words('say', { text: 'remember this' }))
  return sessionId
}

/** What had come of the session when the answer came. */
function toldBefore(
  { peer }: ExaminedAgent,
  sessionId: string,
  answer: { readonly result: unknown },
): readonly Json[] {
  const { all } = peer.arrivals
  const end = all.findIndex(({ message }) => message.result === answer.result)
  return all
    .slice(0, end)
    .filter(({ message }) => message.method === 'session/update')
    .map(({ message }) => toJson(message.params))
    .filter(params => params.sessionId === sessionId)
    .map(({ update }) => toJson(update))
}
