/** Sessions that outlive a process: loaded, resumed, forked. */

import { CannotGoOn, type Judge } from '../../judge.js'
import type { Json } from '../../wire/arrivals.js'
import type { Answer } from '../../wire/scripted-peer.js'
import { isError, isResult } from '../answers.js'
import { describeAnswer, type ExaminedAgent } from '../examined-agent.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { openAble } from './at-work.js'
import { flawsOfHistory, type Past, talkOnce } from './history.js'
import { placeOfAnswer, toldOf } from './told.js'

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
      const { agent, told, said } = await openAgain(stage, 'session/load')
      const flaws = flawsOfHistory(said, told)
      judge.check('agent.load.history', flaws.length === 0, flaws.join('; '))
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

interface Reopened extends Past {
  readonly agent: ExaminedAgent
  /** What was told between the request and its answer. */
  readonly told: readonly Json[]
}

/** Opens a session of an earlier process; an agent that keeps sessions only as long as it lives, in the same one. */
async function openAgain(stage: AgentStage, method: Opening): Promise<Reopened> {
  const first = await openAble(stage, NEEDED[method])
  const past = await talkOnce(first, stage)
  await first.peer.close()
  const agent = await stage.open()
  const call = (sessionId: string, id: string): Promise<Answer> =>
    agent.call(method, namesOf(stage, sessionId), { id, within: stage.pace.turn })
  const answer = await call(past.sessionId, 'open')
  if (isResult(answer)) return { ...past, agent, told: toldBefore(agent, past.sessionId, 'open') }
  const own = await talkOnce(agent, stage)
  const { sessionId } = own
  if (agent.can('sessionCapabilities.close')) await agent.demand('session/close', { sessionId })
  const before = agent.updatesOf(sessionId).length
  const again = await call(sessionId, 'open again')
  if (!isResult(again)) throw new CannotGoOn(agent.whyRefused(method, again))
  return { ...own, agent, told: toldBefore(agent, sessionId, 'open again').slice(before) }
}

/** What had come of the session when the answer came; two answers may well be the same, but not their ids. */
function toldBefore(agent: ExaminedAgent, sessionId: string, id: string): readonly Json[] {
  const end = placeOfAnswer(agent, id)
  return toldOf(agent, sessionId)
    .filter(({ place }) => place < end)
    .map(({ update }) => update)
}
