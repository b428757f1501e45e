/** One connection to the client under test, with the fuzzer as its agent. */
import { Answers, type Company } from './answers.js'
import { Calls } from './calls.js'
import { greetingResult } from './greeting.js'
import type { Said } from './inspector.js'
import type { Link } from './link.js'
import { MARKER } from './marker.js'
import { mutate } from './mutation.js'
import { noise } from './odd-bytes.js'
import { Failure } from './oracles.js'
import type { Random } from './random.js'
import type { Play, Round } from './round.js'
import { type Fields, Sampler } from './sampler.js'
import { versionOf } from './setting.js'

const NOISY_LINES = 20
/** The working directories by which the client's conversations are told apart. */
const CONVERSATIONS = ['/tmp/0', '/tmp/1', '/tmp/2']

export const clientPlay: Play = {
  async open(round) {
    const { link, pool, random, setting } = round
    const { id } = await firstCall(link)
    if (setting.framing === 'lines' && random.chance(0.5))
      for (let count = 0; count < NOISY_LINES; count++) await link.send(noise(random))
    const answers = new Answers(round, companyOf(round))
    link.onCall = call => answers.answer(call)
    await link.sendValue({ jsonrpc: '2.0', id, result: greetingResult(setting.contract, random, pool) })
    // The first call shows that the greeting has been taken in.
    await link.until(
      () => answers.heard > 0,
      () => new Failure('turn', 'the client called nothing after the greeting'),
    )
    link.manners = { ...link.manners, takesBatches: link.inspector.contract?.batch === 'process' }
    const calls = new Calls(round)
    return { calls, answers, version: versionOf(setting.contract) }
  },

  async rest() {},

  /** The client must answer a question, and go on with its own conversations. */
  async turn({ link, pool }, { answers }, number) {
    const { heard } = answers
    answers.catchUp()
    const options = [{ optionId: 'only', name: 'Only', kind: 'allow_once' }]
    const params = {
      sessionId: pool.word('sessionId'),
      title: 'May I?',
      toolCall: { toolCallId: 't' },
      options,
    }
    const answer = await link.ask(`turn-${number}`, 'session/request_permission', params)
    const { outcome } = ((answer.result ?? {}) as { outcome?: Fields }).outcome ?? {}
    link.options.tally.demand(
      'turn',
      outcome === 'selected' || outcome === 'cancelled',
      () => `a sound question was answered ${JSON.stringify(answer)}`,
    )
    await link.until(
      () => answers.heard > heard,
      () => new Failure('turn', 'the client called nothing for 5 seconds'),
    )
  },

  /** Every conversation comes to its end and to a new session: no turn and no call hangs. */
  async close({ link }, { answers }) {
    const waiting = new Set(CONVERSATIONS)
    link.onCall = call => {
      if (call.method === 'session/new') waiting.delete(String((call.params as Fields).cwd))
      answers.answer(call)
    }
    await link.until(
      () => waiting.size === 0,
      () => new Failure('turn', `these conversations hang: ${[...waiting].join(' ')}`),
    )
  },
}

/** Waits for the client's `initialize`. */
export function firstCall(link: Link): Promise<Said> {
  const call = new Promise<Said>(resolve => {
    link.onCall = resolve
  })
  return link.within(call, () => new Failure('probe', 'the client said nothing for 5 seconds'))
}

/** Updates before the answer to a prompt; in version 2 the states of its turn after it. New sessions become known. */
function companyOf({ link, pool, setting }: Round): Company {
  const isLater = versionOf(setting.contract) === 2
  const sampler = new Sampler(setting.contract, link.options.random.fork(), key => pool.word(key))
  return {
    before: ({ method, params }, random) => {
      if (method !== 'session/prompt') return []
      const { sessionId } = params as { sessionId: string }
      if (!pool.sessions.includes(sessionId)) pool.addSession(sessionId)
      return updates({ sampler, random }, sessionId)
    },
    after: ({ method, params }) => {
      if (method !== 'session/prompt' || !isLater) return []
      const { sessionId } = params as { sessionId: string }
      return [{ state: 'running' }, { state: 'idle', stopReason: 'end_turn' }].map(state => {
        const update = { sessionUpdate: 'state_update', ...state }
        return { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }
      })
    },
  }
}

function updates(by: { readonly sampler: Sampler; readonly random: Random }, sessionId: string): unknown[] {
  const { sampler, random } = by
  return Array.from({ length: random.below(4) }, () => {
    const update = sampler.make('SessionUpdate')
    const params = { sessionId, update: random.chance(0.5) ? update : mutate(update, random) }
    return { jsonrpc: '2.0', method: 'session/update', params: random.chance(0.9) ? params : MARKER }
  })
}
