/** Cancelling in version 2: prompts that are held back, questions that are open, and leave that comes too late. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../error.js'
import { CannotGoOn, type Judge } from '../../judge.js'
import type { Json } from '../../wire/arrivals.js'
import type { Answer } from '../../wire/scripted-peer.js'
import { codeOf, isResult } from '../answers.js'
import { describeAnswer, type ExaminedAgent, toJson } from '../examined-agent.js'
import { EVERYTHING, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { demandAtWork, untilAsked, untilSpeaking } from './at-work.js'
import { isState, isWork, placeOfAnswer, toldOf } from './told.js'

export const cancelsOf2: readonly AgentScenario[] = [
  {
    name: 'cancel.held',
    title: 'cancels while one prompt is at work and another waits',
    versions: [2],
    deeds: ['talk', 'say'],
    verifies: ['agent.cancel.held', 'agent.cancel.quiet-after'],
    async play(stage, judge) {
      const { agent, sessionId, over } = await beginTalk(stage)
      const held = agent.submit(sessionId, stage.words('say', { text: 'held' }))
      await agent.peer.arrivals.quiet(1)
      agent.cancel(sessionId)
      await over
      judgeHeld(await held, judge, 'agent.cancel.held')
      await agent.peer.arrivals.quiet(stage.pace.patience)
      judgeQuiet(agent, sessionId, judge)
    },
  },
  {
    name: 'cancel.question',
    title: 'cancels while a question for leave is open, waits to be told, and then gives leave',
    versions: [2],
    deeds: ['write'],
    verifies: ['agent.cancel.withdrawn', 'agent.cancel.late-leave'],
    play: giveLateLeave,
  },
  {
    name: 'cancel-request.held',
    title: 'calls a prompt off that waits, and an id that nobody has',
    versions: [2],
    deeds: ['talk', 'say'],
    verifies: ['agent.cancel-request.answered', 'agent.cancel-request.unknown'],
    async play(stage, judge) {
      const { agent, sessionId, over } = await beginTalk(stage)
      const isUsable = await agent.usability()
      agent.peer.notify('$/cancel_request', { requestId: 'nobody-asked-this' })
      const isFine = await isUsable()
      if (!judge.check('agent.cancel-request.unknown', isFine, 'the agent could not be used afterwards'))
        return
      demandAtWork(agent, sessionId)
      const id = 'called-off'
      const held = agent.submit(sessionId, stage.words('say', { text: 'held' }), { id })
      agent.peer.notify('$/cancel_request', { requestId: id })
      await agent.peer.arrivals.quiet(1)
      agent.cancel(sessionId)
      await over
      const answer = await held
      await agent.peer.arrivals.quiet(stage.pace.patience)
      const answers = agent.peer.arrivals.all.filter(({ message }) => message.id === id)
      judge.check(
        'agent.cancel-request.answered',
        answers.length === 1 && (isResult(answer) || codeOf(answer) === errorCode.request_cancelled),
        `${answers.length} answers, the first: ${describeAnswer(answer)}`,
      )
    },
  },
  {
    name: 'close.held',
    title: 'closes a session while one prompt is at work and another waits',
    versions: [2],
    deeds: ['talk', 'say'],
    verifies: ['agent.close.held', 'agent.close.final-state', 'agent.close.quiet'],
    play: closeWhileBusy,
  },
]

interface Talk {
  readonly agent: ExaminedAgent
  readonly sessionId: string
  readonly over: Promise<unknown>
}

/** An agent that speaks, and will for a while. */
async function beginTalk(stage: AgentStage): Promise<Talk> {
  const agent = await stage.open()
  const { sessionId } = await agent.newSession()
  const over = agent.untilOver(sessionId, stage.pace.turn)
  const answer = await agent.submit(sessionId, stage.words('talk'))
  if (!isResult(answer)) throw new CannotGoOn(`the prompt was not taken: ${describeAnswer(answer)}`)
  await untilSpeaking(agent, sessionId)
  demandAtWork(agent, sessionId)
  return { agent, sessionId, over }
}

/** It became a message before, or it never will. */
function judgeHeld(answer: Answer, judge: Judge, requirement: string): void {
  const hasId = isResult(answer) && typeof toJson(answer.result).messageId === 'string'
  judge.check(
    requirement,
    hasId || codeOf(answer) === errorCode.request_cancelled,
    `expected error ${errorCode.request_cancelled}, or an id; found ${describeAnswer(answer)}`,
  )
}

/** From the state that says cancelled to the next work nothing of the old work is told. */
function judgeQuiet(agent: ExaminedAgent, sessionId: string, judge: Judge): void {
  const told = toldOf(agent, sessionId)
  const end = told.findIndex(({ update }) => update.state === 'idle' && update.stopReason === 'cancelled')
  if (end < 0) return judge.skip('agent.cancel.quiet-after', 'the session was not told to be cancelled')
  const after = told.slice(end + 1)
  const next = after.findIndex(each => isState(each) && each.update.state !== 'idle')
  const late = after.slice(0, next < 0 ? undefined : next).filter(isWork)
  judge.check('agent.cancel.quiet-after', late.length === 0, `${late.length} updates came after it`)
}

async function giveLateLeave(stage: AgentStage, judge: Judge): Promise<void> {
  const { agent } = await openWith(stage, { ...EVERYTHING, leave: 'never' })
  const { sessionId } = await agent.newSession()
  const words = stage.words('write', { path: join(stage.cwd, 'made.txt'), text: 'made' })
  const over = agent.untilOver(sessionId, stage.pace.turn)
  await agent.submit(sessionId, words)
  const asked = await untilAsked(agent, sessionId)
  if (typeof asked === 'string') throw new CannotGoOn(`no leave was asked for: ${asked}`)
  agent.cancel(sessionId)
  const { id, params } = asked.message
  const withdrawn = await agent.peer.arrivals.find(
    ({ message }) => message.method === '$/cancel_request' && toJson(message.params).requestId === id,
    4 * stage.pace.patience,
  )
  judge.check(
    'agent.cancel.withdrawn',
    typeof withdrawn !== 'string',
    'the open question was not called off with $/cancel_request',
  )
  await Promise.race([over, agent.peer.arrivals.quiet(4 * stage.pace.patience)])
  agent.peer.send({ jsonrpc: '2.0', id, result: { outcome: toLeave(toJson(params)) } })
  await agent.peer.arrivals.quiet(stage.pace.patience)
  const isMade = (await readdir(stage.cwd)).includes('made.txt')
  judge.check('agent.cancel.late-leave', !isMade, 'the file was written after the cancel')
}

function toLeave({ options }: Json): Json {
  const allowed = (Array.isArray(options) ? options.map(toJson) : []).find(({ kind }) =>
    String(kind).startsWith('allow'),
  )
  return { outcome: 'selected', optionId: allowed?.optionId }
}

async function closeWhileBusy(stage: AgentStage, judge: Judge): Promise<void> {
  const { agent, sessionId } = await beginTalk(stage)
  const held = agent.submit(sessionId, stage.words('say', { text: 'held' }))
  await agent.peer.arrivals.quiet(1)
  const closed = await agent.call('session/close', { sessionId }, { id: 'close' })
  judgeHeld(await held, judge, 'agent.close.held')
  await agent.peer.arrivals.quiet(stage.pace.patience)
  if (!isResult(closed)) return judge.skipRest(`session/close: ${describeAnswer(closed)}`)
  const at = placeOfAnswer(agent, 'close')
  const told = toldOf(agent, sessionId)
  const last = told.filter(each => isState(each) && each.place < at).at(-1)?.update
  judge.check(
    'agent.close.final-state',
    last?.state === 'idle' && last.stopReason === 'cancelled',
    'the session was not told to be idle and cancelled before the answer',
  )
  const late = told.filter(({ place }) => place > at)
  judge.check('agent.close.quiet', late.length === 0, `${late.length} updates came after the answer`)
}
