/** Cancelling: while the agent speaks, while a tool runs, while a question is open, and where nothing is at work. */

import { join } from 'node:path'
import { errorCode } from '../../error.js'
import { CannotGoOn, type Judge } from '../../judge.js'
import type { Answer } from '../../wire/scripted-peer.js'
import { codeOf, hasStopReason, isResult, stopOf } from '../answers.js'
import { describeAnswer, updateOf } from '../examined-agent.js'
import type { Deed } from '../fixture.js'
import { EVERYTHING, type Host, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { demandAtWork, untilSpeaking } from './at-work.js'

const PROMPT_MILLISECONDS = 5_000
const BEGINNINGS = ['fs/write_text_file', 'terminal/create', 'session/request_permission']

export const cancels: readonly AgentScenario[] = [
  {
    name: 'cancel.text',
    title: 'cancels while the agent speaks',
    versions: [1, 2],
    deeds: ['talk'],
    verifies: ['agent.cancel.text', 'agent.state.cancelled-text', 'agent.cancel.promptly'],
    watches: ['agent.cancel.answer', 'agent.state.cancelled', 'agent.turn.quiet-after'],
    async play(stage, judge) {
      const host = await openWith(stage, EVERYTHING)
      const { sessionId } = await host.agent.newSession()
      const prompt = host.agent.ask(sessionId, 'talk')
      await untilSpeaking(host.agent, sessionId, stage)
      await cancelAndJudge(host, { sessionId, prompt }, { judge, requirement: within(stage, 'text') })
      await host.agent.peer.arrivals.quiet(stage.pace.patience)
    },
  },
  {
    name: 'cancel.tool',
    title: 'cancels while a command runs',
    versions: [1, 2],
    deeds: ['wait'],
    verifies: ['agent.cancel.tool', 'agent.state.cancelled-tool', 'agent.cancel.promptly'],
    watches: ['agent.cancel.answer', 'agent.state.cancelled', 'agent.terminal.released'],
    async play(stage, judge) {
      const { host, sessionId, prompt } = await begin(stage, 'wait', 'allow')
      await untilRunning(host, stage)
      await cancelAndJudge(host, { sessionId, prompt }, { judge, requirement: within(stage, 'tool') })
      await host.agent.peer.arrivals.quiet(stage.pace.patience)
    },
  },
  {
    name: 'cancel.permission',
    title: 'cancels while a question for leave is open',
    versions: [1, 2],
    deeds: ['write'],
    verifies: ['agent.cancel.permission', 'agent.state.cancelled-question'],
    watches: ['agent.cancel.answer', 'agent.state.cancelled'],
    async play(stage, judge) {
      const host = await openWith(stage, { ...EVERYTHING, leave: 'never' })
      const { agent } = host
      const { sessionId } = await agent.newSession()
      const prompt = agent.ask(sessionId, 'write', { path: join(stage.cwd, 'made.txt'), text: 'made' })
      const asked = await agent.peer.arrivals.find(
        ({ message }) => message.method === 'session/request_permission',
        stage.pace.deadline,
      )
      if (typeof asked === 'string') throw new CannotGoOn(`no leave was asked for: ${asked}`)
      agent.cancel(sessionId)
      const result = { outcome: { outcome: 'cancelled' } }
      agent.peer.send({ jsonrpc: '2.0', id: asked.message.id, result })
      judgeCancelled(await prompt, judge, within(stage, 'permission'))
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
      judge.check(
        'agent.cancel.idle',
        hasStopReason(answer) && stopOf(answer) !== 'cancelled',
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
      await untilSpeaking(agent, busy, stage)
      await demandAtWork(prompt)
      agent.cancel(idle)
      // The agent is through with the cancel when it has answered what came after it.
      await agent.ask(idle, 'say', { text: 'hello' })
      const early = await Promise.race([prompt, agent.peer.arrivals.quiet(1).then(() => undefined)])
      judge.check(
        'agent.cancel.one-session',
        early === undefined || stopOf(early) !== 'cancelled',
        'the other session was cancelled too',
      )
      agent.cancel(busy)
      await prompt
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
      agent.peer.notify('$/cancel_request', { requestId: 'nobody-asked-this' })
      const isUsable = await agent.isUsable()
      judge.check('agent.cancel-request.unknown', isUsable, 'the agent could not be used afterwards')
      const id = 'called-off'
      const prompt = agent.prompt(sessionId, stage.words('talk'), { id })
      await untilSpeaking(agent, sessionId, stage)
      await demandAtWork(prompt)
      agent.peer.notify('$/cancel_request', { requestId: id })
      // Who does not honour it, and may, is cancelled in the way that must be honoured.
      await agent.peer.arrivals.until(({ message }) => message.id === id, stage.pace.patience)
      agent.cancel(sessionId)
      const answer = await prompt
      await agent.peer.arrivals.quiet(stage.pace.patience)
      const answers = agent.peer.arrivals.all.filter(({ message }) => message.id === id)
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

interface Begun {
  readonly host: Host
  readonly sessionId: string
  readonly prompt: Promise<Answer>
}

async function begin(stage: AgentStage, deed: Deed, leave: 'allow' | 'never'): Promise<Begun> {
  const host = await openWith(stage, { ...EVERYTHING, leave })
  const { sessionId } = await host.agent.newSession()
  return { host, sessionId, prompt: host.agent.ask(sessionId, deed) }
}

/** Whether a command runs can be seen where the client runs it; an agent that runs it itself is given time. */
async function untilRunning(host: Host, { pace }: AgentStage): Promise<void> {
  const announced = await host.agent.peer.arrivals.find(
    received =>
      String(updateOf(received).sessionUpdate).startsWith('tool_call') ||
      // A question for leave names its tool call, and for some agents that is the first word about it.
      received.message.method === 'session/request_permission',
    pace.deadline,
  )
  if (typeof announced === 'string') throw new CannotGoOn(`no tool call was told: ${announced}`)
  await host.next('terminal/create', pace.patience)
  await host.agent.peer.arrivals.quiet(pace.patience / 4)
}

function judgeCancelled(answer: Answer, judge: Judge, requirement: string): void {
  const stop = stopOf(answer)
  judge.check(requirement, stop === 'cancelled', `expected the stop reason cancelled, found ${stop}`)
}

/** Cancels, and judges the answer, how long it took and what was begun after it. */
async function cancelAndJudge(
  { agent, requests }: Host,
  { sessionId, prompt }: Omit<Begun, 'host'>,
  { judge, requirement }: { readonly judge: Judge; readonly requirement: string },
): Promise<void> {
  await demandAtWork(prompt)
  const at = agent.peer.now
  agent.cancel(sessionId)
  judgeCancelled(await prompt, judge, requirement)
  const took = agent.peer.now - at
  const begun = requests.filter(request => request.at > at && BEGINNINGS.includes(request.method))
  judge.check(
    'agent.cancel.promptly',
    took < PROMPT_MILLISECONDS && begun.length === 0,
    `it took ${Math.round(took)} ms, and ${begun.length} things were begun meanwhile`,
  )
}
