/** Cancelling: while the agent speaks, while a tool runs, while a question is open, and where nothing is at work. */

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from '../../error.js'
import { CannotGoOn, type Judge } from '../../judge.js'
import type { Answer } from '../../wire/scripted-peer.js'
import { codeOf, isResult, stopOf } from '../answers.js'
import { describeAnswer, isToolCall } from '../examined-agent.js'
import { EVERYTHING, type Host, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { demandAtWork, demandPlainPrompt, OVER, untilAsked, untilSeen, untilSpeaking } from './at-work.js'

const PROMPT_MILLISECONDS = 5_000
/** What comes so soon after a cancel may have been on its way already. */
const CROSSING_MILLISECONDS = 500
const MARGIN_MILLISECONDS = 1_000
const JUDGED = ['agent.cancel.answer', 'agent.state.cancelled', 'agent.cancel.promptly']
const BEGINNINGS = ['fs/write_text_file', 'terminal/create', 'session/request_permission']

export const cancels: readonly AgentScenario[] = [
  {
    name: 'cancel.text',
    title: 'cancels while the agent speaks',
    versions: [1, 2],
    deeds: ['talk'],
    verifies: [...JUDGED, 'agent.cancel.text', 'agent.state.cancelled-text'],
    watches: ['agent.turn.quiet-after'],
    async play(stage, judge) {
      const begun = await begin(stage, 'talk')
      await untilSpeaking(begun.host.agent, begun.sessionId)
      await cancelAndJudge(begun, judge, within(stage, 'text'))
      await begun.host.agent.peer.arrivals.quiet(stage.pace.patience)
    },
  },
  {
    name: 'cancel.tool',
    title: 'cancels while a command runs',
    versions: [1, 2],
    deeds: ['wait'],
    verifies: [...JUDGED, 'agent.cancel.tool', 'agent.state.cancelled-tool'],
    watches: ['agent.terminal.released'],
    async play(stage, judge) {
      const begun = await begin(stage, 'wait')
      await untilRunning(begun)
      await cancelAndJudge(begun, judge, within(stage, 'tool'))
      await begun.host.agent.peer.arrivals.quiet(stage.pace.patience)
    },
  },
  {
    name: 'cancel.permission',
    title: 'cancels while a question for leave is open',
    versions: [1, 2],
    deeds: ['write'],
    verifies: [
      'agent.cancel.permission',
      'agent.state.cancelled-question',
      'agent.cancel.answer',
      'agent.state.cancelled',
    ],
    async play(stage, judge) {
      const host = await openWith(stage, { ...EVERYTHING, leave: 'never' })
      const { agent } = host
      const { sessionId } = await agent.newSession()
      const prompt = agent.ask(sessionId, 'write', { path: join(stage.cwd, 'made.txt'), text: 'made' })
      const asked = await untilAsked(agent, sessionId)
      if (typeof asked === 'string') throw new CannotGoOn(`no leave was asked for: ${asked}`)
      agent.cancel(sessionId)
      const result = { outcome: { outcome: 'cancelled' } }
      agent.peer.send({ jsonrpc: '2.0', id: asked.message.id, result })
      judgeCancelled(await prompt, judge, { stage, requirement: within(stage, 'permission') })
    },
  },
  {
    name: 'cancel.idle',
    title: 'cancels where nothing is at work, and then sends a prompt',
    versions: [1, 2],
    deeds: ['say'],
    verifies: ['agent.cancel.idle'],
    async play(stage, judge) {
      const agent = await stage.open()
      const { sessionId } = await agent.newSession()
      agent.cancel(sessionId)
      const answer = await agent.ask(sessionId, 'say', { text: 'hello' })
      if (!isResult(answer)) await demandPlainPrompt(stage)
      judge.check(
        'agent.cancel.idle',
        isResult(answer) && stopOf(answer) !== 'cancelled',
        `the next prompt was answered with ${stopOf(answer)}`,
      )
    },
  },
  {
    name: 'cancel.one-session',
    title: 'cancels one of two sessions',
    versions: [1, 2],
    deeds: ['talk', 'say'],
    verifies: ['agent.cancel.one-session'],
    async play(stage, judge) {
      const agent = await stage.open()
      const busy = (await agent.newSession()).sessionId
      const idle = (await agent.newSession()).sessionId
      const prompt = agent.ask(busy, 'talk')
      await untilSpeaking(agent, busy)
      demandAtWork(agent, busy)
      agent.cancel(idle)
      // The agent is through with the cancel when it has answered what came after it.
      await agent.ask(idle, 'say', { text: 'hello' })
      const isGoingOn = agent.isAtWork(busy)
      agent.cancel(busy)
      const early = stopOf(await prompt)
      if (!isGoingOn && early !== 'cancelled')
        return judge.skipRest('the other turn came to its own end meanwhile')
      judge.check('agent.cancel.one-session', isGoingOn, 'the other session was cancelled too')
    },
  },
  {
    name: 'cancel-request.prompt',
    title: 'calls a prompt off by its id, and an id that nobody has',
    versions: [1],
    deeds: ['talk'],
    verifies: ['agent.cancel-request.answered', 'agent.cancel-request.unknown'],
    async play(stage, judge) {
      const agent = await stage.open()
      const { sessionId } = await agent.newSession()
      const isUsable = await agent.usability()
      agent.peer.notify('$/cancel_request', { requestId: 'nobody-asked-this' })
      judge.check('agent.cancel-request.unknown', await isUsable(), 'the agent could not be used afterwards')
      const id = 'called-off'
      const prompt = agent.prompt(sessionId, stage.words('talk'), { id })
      await untilSpeaking(agent, sessionId)
      demandAtWork(agent, sessionId)
      agent.peer.notify('$/cancel_request', { requestId: id })
      // Who does not honour it, and may, is cancelled in the way that must be honoured.
      await agent.peer.arrivals.until(({ message }) => message.id === id, stage.pace.patience)
      agent.cancel(sessionId)
      const answer = await prompt
      await agent.peer.arrivals.quiet(stage.pace.patience)
      const answers = agent.peer.arrivals.all.filter(({ message }) => message.id === id)
      if (answers.length === 1 && isResult(answer) && stopOf(answer) !== 'cancelled')
        return judge.skipRest(OVER)
      judge.check(
        'agent.cancel-request.answered',
        answers.length === 1 && (isResult(answer) || codeOf(answer) === errorCode.request_cancelled),
        `${answers.length} answers, the first: ${describeAnswer(answer)}`,
      )
    },
  },
]

/** In version 1 the answer to the prompt says that it was cancelled, in version 2 a state of the session. */
function within({ version }: AgentStage, matter: 'text' | 'tool' | 'permission'): string {
  if (version === 1) return `agent.cancel.${matter}`
  return `agent.state.cancelled-${matter === 'permission' ? 'question' : matter}`
}

type Lasting = 'talk' | 'wait'

interface Begun {
  readonly stage: AgentStage
  readonly host: Host
  readonly sessionId: string
  readonly deed: Lasting
  readonly prompt: Promise<Answer>
  readonly at: number
}

async function begin(stage: AgentStage, deed: Lasting): Promise<Begun> {
  const host = await openWith(stage, EVERYTHING)
  const { sessionId } = await host.agent.newSession()
  const at = host.agent.peer.now
  return { stage, host, sessionId, deed, at, prompt: host.agent.ask(sessionId, deed) }
}

/** Whether a command runs can be seen where the client runs it; an agent that runs it itself is given time. */
async function untilRunning({ host, sessionId, stage: { pace } }: Begun): Promise<void> {
  const announced = await untilSeen(host.agent, sessionId, isToolCall)
  if (typeof announced === 'string') throw new CannotGoOn(`no tool call was told: ${announced}`)
  await host.next('terminal/create', pace.patience)
  await host.agent.peer.arrivals.quiet(pace.patience / 4)
}

interface Matter {
  readonly stage: AgentStage
  readonly requirement: string
}

function judgeCancelled(answer: Answer, judge: Judge, { stage, requirement }: Matter): void {
  const stop = stopOf(answer)
  const detail = `expected the stop reason cancelled, found ${stop}`
  judge.check(requirement, stop === 'cancelled', detail)
  if (stage.version === 1) judge.check('agent.cancel.answer', !('error' in answer), `found ${stop}`)
  else judge.check('agent.state.cancelled', stop === 'cancelled', detail)
}

/** Cancels, and judges the answer, how long it took and what was begun after it. */
async function cancelAndJudge(begun: Begun, judge: Judge, requirement: string): Promise<void> {
  const { stage, host, sessionId, prompt } = begun
  const { agent, requests } = host
  demandAtWork(agent, sessionId)
  const at = agent.peer.now
  agent.cancel(sessionId)
  const answer = await prompt
  const end = agent.peer.now
  if (stopOf(answer) !== 'cancelled' && end - at < CROSSING_MILLISECONDS && (await endsAnyway(begun)))
    throw new CannotGoOn(OVER)
  judgeCancelled(answer, judge, { stage, requirement })
  const late = requests.filter(
    request => request.at > at && request.at <= end && BEGINNINGS.includes(request.method),
  )
  judge.check(
    'agent.cancel.promptly',
    end - at < PROMPT_MILLISECONDS && late.length === 0,
    `it took ${Math.round(end - at)} ms, and ${late.length} things were begun meanwhile`,
  )
}

/** Whether the same words end as soon when nobody cancels: then it was not the cancel that ended them. */
async function endsAnyway({ stage, host, at, deed }: Begun): Promise<boolean> {
  const lasted = host.agent.peer.now - at
  const { agent } = host
  const { sessionId } = await agent.newSession()
  const prompt = agent.ask(sessionId, deed)
  const milliseconds = Math.min(lasted + MARGIN_MILLISECONDS, stage.pace.turn)
  await Promise.race([prompt, pause(milliseconds, undefined, { ref: false })])
  const hasEnded = !agent.isAtWork(sessionId)
  agent.cancel(sessionId)
  await prompt
  return hasEnded
}
