/** Sessions as they are listed, closed and deleted. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '../../wire/arrivals.js'
import { isError, isResult, stopOf } from '../answers.js'
import { describeAnswer, type ExaminedAgent, toJson } from '../examined-agent.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { demandAtWork, openAble, untilSpeaking } from './at-work.js'

const MOST_PAGES = 100

export const sessionList: readonly AgentScenario[] = [
  {
    name: 'list.folders',
    title: 'lists sessions by their folder',
    versions: [1, 2],
    deeds: ['say'],
    verifies: ['agent.list.array', 'agent.list.cwd', 'agent.list.end'],
    async play(stage, judge) {
      const agent = await openAble(stage, 'sessionCapabilities.list')
      const made = await talk(agent, stage, stage.cwd)
      await talk(agent, stage, stage.beside)
      const none = await agent.call('session/list', { cwd: stage.elsewhere })
      const listed = isResult(none) ? toJson(none.result).sessions : undefined
      judge.check(
        'agent.list.array',
        Array.isArray(listed) && listed.length === 0,
        'a list for a folder without sessions was not an empty list',
      )
      const { sessions, isOver } = await listAll(agent, { cwd: stage.cwd })
      const strays = sessions.filter(session => session.cwd !== stage.cwd)
      if (strays.length === 0 && isOver && !sessions.some(({ sessionId }) => sessionId === made))
        return judge.skipRest('the session that was just made is not listed')
      judge.check('agent.list.cwd', strays.length === 0, `${strays.length} sessions of other folders`)
      judge.check('agent.list.end', isOver, `the list was not over after ${MOST_PAGES} pages`)
    },
  },
  {
    name: 'list.bad-cursor',
    title: 'lists from a cursor that the agent never gave',
    versions: [1, 2],
    verifies: ['agent.list.bad-cursor'],
    async play(stage, judge) {
      const agent = await openAble(stage, 'sessionCapabilities.list')
      await agent.demand('session/list', {})
      const answer = await agent.call('session/list', { cursor: 'nobody gave this: !' })
      judge.check(
        'agent.list.bad-cursor',
        isError(answer),
        `expected an error, found ${describeAnswer(answer)}`,
      )
    },
  },
  {
    name: 'delete.list',
    title: 'deletes a session, and one that there is not',
    versions: [1, 2],
    deeds: ['say'],
    verifies: ['agent.delete.list', 'agent.delete.unknown'],
    async play(stage, judge) {
      const agent = await openAble(stage, 'sessionCapabilities.delete')
      const unknown = await agent.call('session/delete', { sessionId: 'nobody-made-this' })
      judge.check(
        'agent.delete.unknown',
        isResult(unknown),
        `expected a result, found ${describeAnswer(unknown)}`,
      )
      if (!agent.can('sessionCapabilities.list'))
        return judge.skipRest('the agent does not advertise sessionCapabilities.list')
      const sessionId = await talk(agent, stage, stage.cwd)
      if (!(await isListed(agent, sessionId))) return judge.skipRest('the session was not listed before')
      await agent.demand('session/delete', { sessionId })
      const isGone = !(await isListed(agent, sessionId))
      judge.check('agent.delete.list', isGone, 'the deleted session is still listed')
    },
  },
  {
    name: 'close.busy',
    title: 'closes a session while it works on a prompt',
    versions: [1, 2],
    deeds: ['talk'],
    verifies: ['agent.close.cancels', 'agent.close.answer'],
    async play(stage, judge) {
      const agent = await openAble(stage, 'sessionCapabilities.close')
      const { sessionId } = await agent.newSession()
      const prompt = agent.ask(sessionId, 'talk')
      await untilSpeaking(agent, sessionId)
      demandAtWork(agent, sessionId)
      const closed = await agent.call('session/close', { sessionId })
      judge.check(
        'agent.close.answer',
        isResult(closed),
        `expected a result, found ${describeAnswer(closed)}`,
      )
      const answer = await Promise.race([prompt, pause(stage.pace.deadline, undefined, { ref: false })])
      judge.check(
        'agent.close.cancels',
        answer !== undefined && stopOf(answer) === 'cancelled',
        `expected the stop reason cancelled, found ${answer === undefined ? 'no answer' : stopOf(answer)}`,
      )
    },
  },
]

async function talk(agent: ExaminedAgent, stage: AgentStage, cwd: string): Promise<string> {
  const { sessionId } = await agent.newSession({ cwd })
  await agent.turn(sessionId, stage.words('say', { text: 'hello' }))
  return sessionId
}

async function isListed(agent: ExaminedAgent, sessionId: string): Promise<boolean> {
  const { sessions } = await listAll(agent, {})
  return sessions.some(session => session.sessionId === sessionId)
}

interface Listed {
  readonly sessions: readonly Json[]
  readonly isOver: boolean
}

async function listAll(agent: ExaminedAgent, params: Json): Promise<Listed> {
  const sessions: Json[] = []
  let cursor: unknown
  for (let page = 0; page < MOST_PAGES; page++) {
    const more = cursor === undefined ? {} : { cursor }
    const answer = await agent.demand('session/list', { ...params, ...more })
    if (Array.isArray(answer.sessions)) sessions.push(...answer.sessions.map(toJson))
    cursor = answer.nextCursor ?? undefined
    if (cursor === undefined) return { sessions, isOver: true }
  }
  return { sessions, isOver: false }
}
