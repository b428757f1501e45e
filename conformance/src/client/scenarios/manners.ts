/** The manners of JSON-RPC: what nobody knows is refused or ignored, and the conversation goes on. */

import { errorCode } from '../../error.js'
import type { Judge } from '../../judge.js'
import { describeAnswer } from '../../wire/answer-words.js'
import { toJson } from '../../wire/json.js'
import type { ClientScenario } from '../scenario.js'
import type { ScriptedTurn } from '../scripted-turn.js'
import { checkSeen, saidIn, sessionOf } from '../seen.js'
import { type ClientStage, pause, type StartedClient } from '../stage.js'

const MANY_SIGNS = 'żółć €𝄞 ✓ '.repeat(40)

/** Whether the client still answers, by asking it something that every client knows. */
async function isAlive(turn: ScriptedTurn): Promise<boolean> {
  return !('silence' in (await turn.ask()))
}

interface Oddity {
  readonly requirement: string
  /** What is sent that a client must survive. */
  send(turn: ScriptedTurn, client: StartedClient): Promise<void> | void
  /** What must be heard besides. */
  readonly hears?: string | undefined
  readonly detail: string
}

/** Sends something odd in the middle of a turn: the client goes on, and hears what comes behind it. */
async function survive(stage: ClientStage, judge: Judge, oddity: Oddity): Promise<void> {
  const { requirement, send, hears = '', detail } = oddity
  let isSurvived = false
  const client = await stage.start('prompt', {
    turn: async turn => {
      await send(turn, client)
      isSurvived = await isAlive(turn)
      turn.say('Still here.')
      return undefined
    },
  })
  await client.agent.turn()
  const view = await client.finish()
  const said = saidIn(sessionOf(view))
  judge.check(
    requirement,
    isSurvived &&
      (said === undefined || [hears, 'Still here.'].every(words => said.join('').includes(words))),
    detail,
  )
}

const ODDITIES: readonly (Oddity & { readonly name: string; readonly title: string })[] = [
  {
    name: 'manners.notification',
    title: 'sends notifications that nobody knows',
    requirement: 'client.notification.unknown',
    send: (_, { agent }) => {
      agent.peer.notify('_kit.example/told', { word: 1 })
      agent.peer.notify('$/progress', { token: 1 })
      agent.peer.notify('session/future', {})
    },
    detail: 'expected unknown notifications to be ignored, and the turn to go on',
  },
  {
    name: 'manners.variant',
    title: 'sends updates of a kind that nobody knows',
    requirement: 'client.update.unknown',
    send: turn => {
      turn.update({ sessionUpdate: 'future_thing', colour: 'blue' })
      turn.update({ sessionUpdate: '_kit_thing', deep: { er: [1, 2, 3] } })
    },
    detail: 'expected unknown updates to be ignored, and the turn to go on',
  },
  {
    name: 'manners.stray-answer',
    title: 'answers calls that were never made',
    requirement: 'client.response.unknown-id',
    send: (_, { agent }) => {
      agent.peer.send({ jsonrpc: '2.0', id: 'never-asked', result: { stopReason: 'end_turn' } })
      agent.peer.send({
        jsonrpc: '2.0',
        id: 123_456,
        error: { code: errorCode.internal_error, message: 'Nobody asked' },
      })
    },
    detail: 'expected answers to calls that were never made to be ignored, and the turn to go on',
  },
  {
    name: 'manners.pieces',
    title: 'hands over its words in pieces that cut characters',
    requirement: 'client.message.pieces',
    send: ({ sessionId }, { agent }) => {
      const content = { type: 'text', text: MANY_SIGNS }
      const update = { sessionUpdate: 'agent_message_chunk', messageId: 'pieces', content }
      const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }
      return agent.peer.sendInPieces(`${JSON.stringify(message)}\n`)
    },
    hears: MANY_SIGNS,
    detail: 'expected a message to be the same however its bytes are cut',
  },
]

export const manners: readonly ClientScenario[] = [
  ...ODDITIES.map(
    (oddity): ClientScenario => ({
      name: oddity.name,
      title: oddity.title,
      versions: [1, 2],
      tasks: ['prompt'],
      verifies: [oddity.requirement],
      play: (stage, judge) => survive(stage, judge, oddity),
    }),
  ),
  {
    name: 'manners.method',
    title: 'calls methods that nobody knows',
    versions: [1, 2],
    tasks: ['prompt'],
    verifies: ['client.method.unknown'],
    async play(stage, judge) {
      const { agent } = await stage.start('prompt', {
        turn: async turn => {
          for (const method of ['_kit.example/ask', 'kit/unknown', 'session/new']) {
            const answer = await turn.call(method, {}, { id: `unknown ${method}` })
            judge.check(
              'client.method.unknown',
              'error' in answer && answer.error.code === errorCode.method_not_found,
              `expected the error ${errorCode.method_not_found} for ${method}, found ${describeAnswer(answer)}`,
            )
          }
          return undefined
        },
      })
      await agent.turn()
    },
  },
  {
    name: 'manners.answers',
    title: 'asks several things at once, by ids of every form',
    versions: [1, 2],
    tasks: ['prompt'],
    verifies: ['client.answer.once'],
    async play(stage, judge) {
      const { agent } = await stage.start('prompt', {
        turn: async turn => {
          const ids = ['a', 'b', 7, 2 ** 40, '7']
          await Promise.all(ids.map(id => turn.ask({}, { id })))
          await agent.peer.arrivals.quiet(stage.pace.patience)
          const answers = agent.peer.arrivals.all.filter(({ message }) => !('method' in message))
          const counts = ids.map(id => answers.filter(({ message }) => Object.is(message.id, id)).length)
          judge.check(
            'client.answer.once',
            counts.every(count => count === 1) && answers.length === ids.length,
            `expected one answer to each of ${ids.length} requests, under its own id, found ${answers.length}`,
          )
          return undefined
        },
      })
      await agent.turn()
    },
  },
  {
    name: 'manners.order',
    title: 'answers the later of two prompts first',
    versions: [1, 2],
    tasks: ['two_sessions'],
    verifies: ['client.response.order', 'client.session.several'],
    async play(stage, judge) {
      let endLater: (() => void) | undefined
      const client = await stage.start('two_sessions', {
        turn: turn =>
          new Promise(resolve => {
            turn.say(`This is ${turn.sessionId}.`)
            if (endLater === undefined) endLater = () => resolve('max_tokens')
            else {
              resolve('end_turn')
              setTimeout(endLater, LATER_MILLISECONDS)
            }
          }),
      })
      const first = await client.agent.until('session/prompt')
      await client.agent.turn(1)
      const view = await client.finish()
      const { sessionId: early } = toJson(first.message.params)
      checkSeen(judge, 'client.response.order', {
        seen: view?.sessions,
        isRight: sessions =>
          sessions.length === 2 &&
          sessions.every(
            ({ sessionId, stopReason }) => stopReason === (sessionId === early ? 'max_tokens' : 'end_turn'),
          ),
        detail: 'expected each of two answers to end the turn that it belongs to',
      })
      checkSeen(judge, 'client.session.several', {
        seen: view?.sessions,
        isRight: sessions =>
          sessions.length === 2 &&
          sessions.every(session => saidIn(session)?.join() === `This is ${session.sessionId}.`),
        detail: 'expected each update in the session that it names, and in no other',
      })
    },
  },
  {
    name: 'manners.batch',
    title: 'sends an empty batch, and one of two calls and a notification',
    versions: [1, 2],
    tasks: ['prompt'],
    verifies: ['client.batch.answer'],
    async play(stage, judge) {
      const { agent } = await stage.start('prompt', {
        turn: async turn => {
          const before = agent.peer.entries.length
          agent.peer.send([])
          agent.peer.send([
            { jsonrpc: '2.0', id: 'one', method: '_kit.example/one', params: {} },
            { jsonrpc: '2.0', method: '_kit.example/told', params: {} },
            { jsonrpc: '2.0', id: 'two', method: '_kit.example/two', params: {} },
          ])
          const isStillThere = await isAlive(turn)
          await agent.peer.arrivals.quiet(stage.pace.patience)
          const said = agent.peer.entries
            .slice(before)
            .flatMap(entry => ('message' in entry && entry.to === 'agent' ? [entry.message] : []))
          judge.check(
            'client.batch.answer',
            isStillThere && isWholeAnswer(said),
            'expected a batch to be answered as a whole or refused as a whole, and the turn to go on',
          )
          return undefined
        },
      })
      await agent.turn()
    },
  },
  {
    name: 'manners.stderr',
    title: 'writes messages to stderr',
    versions: [1, 2],
    tasks: ['prompt'],
    verifies: ['client.stderr.ignored'],
    async play(stage, judge) {
      const client = await stage.start('prompt', {
        turn: async turn => {
          const { sessionId } = turn
          const content = { type: 'text', text: NOT_SAID }
          const update = { sessionUpdate: 'agent_message_chunk', messageId: 'stray', content }
          const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }
          client.guest.writeStderr(`a log line\n${JSON.stringify(message)}\n`)
          await pause(stage.pace.patience)
          turn.say('Said.')
          return undefined
        },
      })
      await client.agent.turn()
      checkSeen(judge, 'client.stderr.ignored', {
        seen: saidIn(sessionOf(await client.finish())),
        isRight: said => said.every(text => !text.includes(NOT_SAID)),
        detail: 'expected what stands on stderr not to be read as messages',
      })
    },
  },
]

const LATER_MILLISECONDS = 50
const NOT_SAID = 'Never said.'

/** Neither an empty array, nor an answer to one of two that belong together. */
function isWholeAnswer(said: readonly unknown[]): boolean {
  const answers = said.flatMap(message => (Array.isArray(message) ? message.map(toJson) : [toJson(message)]))
  const hasAnswer = (id: string): boolean => answers.some(answer => answer.id === id)
  const isEmpty = said.some(message => Array.isArray(message) && message.length === 0)
  return !isEmpty && hasAnswer('one') === hasAnswer('two')
}
