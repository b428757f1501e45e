/** Prompts of version 2: they are taken in, told as messages, and worked on in states that the session tells. */

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from '../../error.js'
import type { Judge } from '../../judge.js'
import { codeOf, isResult } from '../answers.js'
import { describeAnswer, type ExaminedAgent, toJson, updateOf } from '../examined-agent.js'
import { EVERYTHING, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { untilAsked, untilSpeaking } from './at-work.js'
import { idsOfPieces, isMessage, isState, isUserMessage, strangeWords, toldOf } from './told.js'

export const promptsOf2: readonly AgentScenario[] = [
  {
    name: 'prompt.inserted',
    title: 'sends two prompts, one after the other, and looks at the messages they become',
    versions: [2],
    deeds: ['say'],
    verifies: [
      'agent.prompt.message-id',
      'agent.prompt.echo',
      'agent.message.id',
      'agent.message.new-id',
      'agent.state.running',
      'agent.state.stop-reason',
    ],
    watches: ['agent.message.id-unique', 'agent.state.sequence'],
    play: lookAtMessages,
  },
  {
    name: 'prompt.at-once',
    title: 'sends a prompt that takes long, and waits for its answer',
    versions: [2],
    deeds: ['talk'],
    verifies: ['agent.prompt.at-once', 'agent.state.idle'],
    async play(stage, judge) {
      const agent = await stage.open()
      const { sessionId } = await agent.newSession()
      const over = agent.untilOver(sessionId, stage.pace.turn)
      const answer = agent.submit(sessionId, stage.words('talk'))
      await untilSpeaking(agent, sessionId)
      const late = pause(4 * stage.pace.patience, undefined, { ref: false })
      const found = await Promise.race([answer, late])
      judge.check(
        'agent.prompt.at-once',
        found !== undefined && isResult(found),
        `while the agent spoke, the answer was ${found === undefined ? 'still awaited' : describeAnswer(found)}`,
      )
      agent.cancel(sessionId)
      const end = await over
      judge.check(
        'agent.state.idle',
        typeof end !== 'string',
        `the session did not become idle: ${String(end)}`,
      )
    },
  },
  {
    name: 'prompt.busy',
    title: 'sends two more prompts while the agent waits for leave',
    versions: [2],
    deeds: ['write', 'say'],
    verifies: ['agent.prompt.busy', 'agent.prompt.order'],
    play: promptWhileBusy,
  },
  {
    name: 'prompt.unsupported',
    title: 'sends a block of a type that nobody knows, and a prompt of nothing',
    versions: [2],
    verifies: ['agent.prompt.unsupported', 'agent.prompt.refused-untold', 'agent.prompt.empty'],
    async play(stage, judge) {
      const agent = await stage.open()
      const { sessionId } = await agent.newSession()
      const odd = await agent.submit(sessionId, [{ type: '_parley_nobody_has_this' }])
      const isRefused = codeOf(odd) === errorCode.invalid_params
      const expected = `expected error ${errorCode.invalid_params}, found `
      judge.check('agent.prompt.unsupported', isRefused, `${expected}${describeAnswer(odd)}`)
      await agent.peer.arrivals.quiet(stage.pace.patience / 2)
      if (!isResult(odd))
        judge.check(
          'agent.prompt.refused-untold',
          !toldOf(agent, sessionId).some(isUserMessage),
          'a prompt that was refused was told as a message',
        )
      const empty = await agent.submit(sessionId, [])
      judge.check(
        'agent.prompt.empty',
        codeOf(empty) === errorCode.invalid_params,
        `${expected}${describeAnswer(empty)}`,
      )
    },
  },
  {
    name: 'update.words',
    title: 'has the agent do several things, and looks for words that nobody knows',
    versions: [2],
    deeds: ['say'],
    verifies: ['agent.update.words'],
    async play(stage, judge) {
      const { agent } = await openWith(stage, EVERYTHING)
      const { sessionId } = await agent.newSession()
      for (const deed of ['say', 'plan', 'run', 'notice', 'compact'] as const)
        if (stage.fixture.prompts[deed] !== undefined)
          await agent.prompt(sessionId, stage.words(deed, { text: 'hello' }))
      const told = toldOf(agent, sessionId)
      if (told.length === 0) return judge.skipRest('nothing was told of the session')
      const words = strangeWords(told)
      judge.check('agent.update.words', words.length === 0, words.join(', '))
    },
  },
]

async function lookAtMessages(stage: AgentStage, judge: Judge): Promise<void> {
  const { agent } = await openWith(stage, EVERYTHING)
  const { sessionId } = await agent.newSession()
  const turns: (readonly unknown[])[] = []
  for (const text of ['one', 'two']) {
    const before = toldOf(agent, sessionId).length
    const over = agent.untilOver(sessionId, stage.pace.turn)
    const answer = await agent.submit(sessionId, stage.words('say', { text }))
    const { messageId } = toJson(isResult(answer) ? answer.result : undefined)
    const hasId = typeof messageId === 'string' && messageId !== ''
    if (!judge.check('agent.prompt.message-id', hasId, `found ${describeAnswer(answer)}, and no id`)) return
    const end = await over
    const told = toldOf(agent, sessionId).slice(before)
    judgeEcho(told, messageId, judge)
    judgeStates(told, judge)
    turns.push(idsOfPieces(told))
    const reason = typeof end === 'string' ? undefined : updateOf(end).stopReason
    judge.check('agent.state.stop-reason', typeof reason === 'string', 'the state idle does not say why')
  }
  const [first = [], second = []] = turns
  if (second.length > 0)
    judge.check(
      'agent.message.new-id',
      !second.some(id => first.includes(id)),
      'what was said in the second turn has the id of what was said in the first',
    )
  else judge.skip('agent.message.new-id', 'the agent said nothing piece by piece')
}

function judgeEcho(told: ReturnType<typeof toldOf>, messageId: unknown, judge: Judge): void {
  judge.check(
    'agent.prompt.echo',
    told.some(each => isUserMessage(each) && each.update.messageId === messageId),
    'no message of the user was told under the id of the answer',
  )
  const messages = told.filter(isMessage)
  if (messages.length === 0) return judge.skip('agent.message.id', 'no message was told')
  const nameless = messages.filter(({ update }) => typeof update.messageId !== 'string')
  judge.check(
    'agent.message.id',
    nameless.length === 0,
    `${nameless.length} messages or pieces without an id`,
  )
}

function judgeStates(told: ReturnType<typeof toldOf>, judge: Judge): void {
  const first = told.find(isState)?.update.state
  judge.check(
    'agent.state.running',
    first === 'running' || first === 'requires_action',
    `the first state of the work is ${String(first ?? 'never told')}`,
  )
}

/** Each prompt is taken in at once or held, or else refused; those that are taken in keep their order. */
async function promptWhileBusy(stage: AgentStage, judge: Judge): Promise<void> {
  const { agent } = await openWith(stage, { ...EVERYTHING, leave: 'never' })
  const { sessionId } = await agent.newSession()
  const path = join(stage.cwd, 'made.txt')
  const first = await agent.submit(sessionId, stage.words('write', { path, text: 'made' }))
  const asked = await untilAsked(agent, sessionId)
  if (typeof asked === 'string' || !isResult(first)) return judge.skipRest('the agent asked for no leave')
  const later = ['one', 'two'].map(text => agent.submit(sessionId, stage.words('say', { text })))
  await agent.peer.arrivals.quiet(stage.pace.patience / 2)
  const result = { outcome: { outcome: 'cancelled' } }
  agent.peer.send({ jsonrpc: '2.0', id: asked.message.id, result })
  const answers = await Promise.all(later)
  const refused = answers.filter(answer => !isResult(answer))
  judge.check(
    'agent.prompt.busy',
    refused.length === 0,
    `${refused.length} of 2 prompts were not taken: ${refused.map(describeAnswer).join(', ')}`,
  )
  await agent.peer.arrivals.quiet(stage.pace.patience)
  judgeOrder(agent, judge, {
    sessionId,
    ids: [first, ...answers].map(answer => toJson(isResult(answer) ? answer.result : {}).messageId),
  })
}

function judgeOrder(
  agent: ExaminedAgent,
  judge: Judge,
  { sessionId, ids }: { readonly sessionId: string; readonly ids: readonly unknown[] },
): void {
  const echoes = toldOf(agent, sessionId).filter(isUserMessage)
  const places = ids
    .map(id => echoes.findIndex(({ update }) => update.messageId === id))
    .filter(at => at >= 0)
  if (places.length < 2) return judge.skip('agent.prompt.order', 'fewer than two prompts were taken in')
  judge.check(
    'agent.prompt.order',
    places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0)),
    'the messages were not told in the order in which they were sent',
  )
}
