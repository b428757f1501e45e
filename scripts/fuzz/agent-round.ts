/** One connection to the agent under test, with the fuzzer as its client. */
import { loadContract } from '@parley/acp/protocol'
import { ALONE, Answers } from './answers.js'
import { Calls } from './calls.js'
import { greetingParams } from './greeting.js'
import type { Said } from './inspector.js'
import type { Link } from './link.js'
import { mutate } from './mutation.js'
import { Failure } from './oracles.js'
import type { Play, Round } from './round.js'
import type { Fields } from './sampler.js'

const GOOD_PROMPT = 'do:say,think,plan,tool,read,terminal,ask'
const EARLY_MESSAGES = 20
const ODD_GREETINGS = 4

export const agentPlay: Play = {
  async open(round) {
    const { link, pool, random, setting } = round
    const calls = new Calls(round)
    // The first byte chooses the framing, so nothing comes before the greeting where headers are spoken.
    if (setting.framing === 'lines' && random.chance(0.3)) await speakTooSoon(link, calls)
    const version = await greet(round)
    const answers = new Answers(round, ALONE)
    link.onCall = call => answers.answer(call)
    for (let count = 0; count < 3; count++) pool.addSession(await newSession(link, `first-${count}`))
    return { calls, answers, version }
  },

  async turn({ link, pool }, { answers, version }, number) {
    const sessionId = await newSession(link, `good-${number}`)
    answers.spared.add(sessionId)
    const idle = version === 2 ? untilIdle(link, answers, sessionId) : undefined
    const prompt = [{ type: 'text', text: GOOD_PROMPT }]
    const answer = await link.ask(`turn-${number}`, 'session/prompt', { sessionId, prompt })
    const stopReason = idle
      ? await link.within(idle, () => new Failure('turn', 'no idle state within 5 seconds'))
      : (answer.result as Fields | undefined)?.stopReason
    link.options.tally.demand(
      'turn',
      stopReason === 'end_turn',
      () => `a sound prompt ended with ${String(stopReason)}: ${JSON.stringify(answer)}`,
    )
    answers.spared.delete(sessionId)
    pool.addSession(sessionId)
  },

  async rest({ link }) {
    await link.sendValue({ jsonrpc: '2.0', method: '_fuzz/release' })
  },

  // What is left hanging shows as a request without an answer.
  async close() {},
}

/** Everything but a greeting, before the greeting. */
async function speakTooSoon(link: Link, calls: Calls): Promise<void> {
  for (let count = 0; count < EARLY_MESSAGES; count++) {
    const payload = calls.next()
    if (!payload.includes('nitialize')) await link.send(payload)
  }
  await link.probe()
}

/** Odd greetings until one is taken, then a sound one; the version that was agreed on. */
async function greet({ link, pool, random, setting }: Round): Promise<number> {
  for (let count = random.chance(0.3) ? ODD_GREETINGS : 0; count > 0; count--) {
    const params = mutate(greetingParams(setting.contract, random, pool), random)
    const version = await agree(link, await link.ask(`hi-${count}`, 'initialize', params))
    if (version !== undefined) return version
  }
  const answer = await link.ask('hello', 'initialize', greetingParams(setting.contract, random, pool))
  const version = await agree(link, answer)
  link.options.tally.demand('turn', version !== undefined, () => `initialize: ${JSON.stringify(answer)}`)
  return version ?? 0
}

async function agree(link: Link, { result }: Said): Promise<1 | 2 | undefined> {
  const { protocolVersion } = (result ?? {}) as Fields
  if (protocolVersion !== 1 && protocolVersion !== 2) return undefined
  const spoken = await loadContract(protocolVersion, link.options.contract.endsWith('-unstable'))
  link.inspector.contract = spoken
  link.manners = { ...link.manners, takesBatches: spoken.batch === 'process' }
  link.inspector.inspectResult('initialize', result)
  return protocolVersion
}

async function newSession(link: Link, id: string): Promise<string> {
  const answer = await link.ask(id, 'session/new', { cwd: '/tmp', mcpServers: [] })
  const { sessionId } = (answer.result ?? {}) as Fields
  link.options.tally.demand(
    'turn',
    typeof sessionId === 'string',
    () => `session/new: ${JSON.stringify(answer)}`,
  )
  return String(sessionId)
}

/** The stop reason of the first idle state that the session reports. */
function untilIdle(link: Link, answers: Answers, sessionId: string): Promise<unknown> {
  return new Promise(resolve => {
    link.onCall = call => {
      answers.answer(call)
      const params = (call.params ?? {}) as { sessionId?: unknown; update?: Fields }
      if (params.sessionId !== sessionId || params.update?.state !== 'idle') return
      link.onCall = next => answers.answer(next)
      resolve(params.update.stopReason)
    }
  })
}
