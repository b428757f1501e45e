/** Whole attacks: what a single odd message does not show. Each leaves the conversation as it found it. */
import { crowded, long, nested } from './bombs.js'
import type { Link } from './link.js'
import { MARKER, QUIET_SESSION } from './marker.js'
import type { Pool } from './pool.js'
import type { Random } from './random.js'

export interface Stage {
  readonly link: Link
  readonly pool: Pool
  readonly random: Random
}

export type Scene = (stage: Stage) => Promise<void>

const FLOOD = 1_200
const MOST_PENDING = 1_024
const RATE_LIMITED = '-32008'
const SLOW_MILLISECONDS = 200
const call = (id: unknown, method: string, params: object): object => ({ jsonrpc: '2.0', id, method, params })
const tell = (method: string, params: object): object => ({ jsonrpc: '2.0', method, params })

/** What comes over the limit is refused at once, and the refusals are counted. */
async function demandRefusals(link: Link, flood: () => Promise<void>): Promise<void> {
  const { tally } = link.options
  const before = tally.answers.get(RATE_LIMITED) ?? 0
  await flood()
  await link.probe()
  const refused = (tally.answers.get(RATE_LIMITED) ?? 0) - before
  tally.demand('answer', refused >= FLOOD - MOST_PENDING, () => `only ${refused} of ${FLOOD} were refused`)
}

/** More requests than are worked on at a time; half of them called off, the rest let go. */
const holdFlood: Scene = async ({ link, pool }) => {
  const ids = Array.from({ length: FLOOD }, () => pool.takeId())
  await demandRefusals(link, async () => {
    for (const id of ids) await link.sendValue(call(id, '_fuzz/hold', {}))
    for (const id of ids.slice(FLOOD / 2)) await link.sendValue(tell('$/cancel_request', { requestId: id }))
    await link.sendValue(tell('_fuzz/release', {}))
  })
}

/** The same for a client: questions that nobody answers until they are called off. */
const questionFlood: Scene = async ({ link, pool }) => {
  // Of a session that the client never cancels: that would dismiss the questions.
  const sessionId = QUIET_SESSION
  const options = [{ optionId: 'a', name: 'A', kind: 'allow_once' }]
  const question = { sessionId, title: 'hold', toolCall: { toolCallId: 't', title: 'hold' }, options }
  const ids = Array.from({ length: FLOOD }, () => pool.takeId())
  await demandRefusals(link, async () => {
    for (const id of ids) await link.sendValue(call(id, 'session/request_permission', question))
    for (const id of ids) await link.sendValue(tell('$/cancel_request', { requestId: id }))
  })
}

const promptFlood: Scene = async ({ link, pool }) => {
  const sessionId = pool.word('sessionId')
  for (let count = 0; count < FLOOD / 4; count++) {
    const prompt = [{ type: 'text', text: pool.word('text') }]
    await link.sendValue(call(pool.takeId(), 'session/prompt', { sessionId, prompt }))
  }
  await link.sendValue(tell('session/cancel', { sessionId }))
}

const cancelFlood: Scene = async ({ link, pool, random }) => {
  for (let count = 0; count < FLOOD; count++) {
    const requestId = random.chance(0.5) ? pool.recentId() : count
    await link.sendValue(
      random.chance(0.5)
        ? tell('$/cancel_request', { requestId })
        : tell('session/cancel', { sessionId: pool.word('sessionId') }),
    )
  }
}

/** Updates for sessions that do not exist, and for ones that do but where nobody listens; some of them long. */
const updateFlood: Scene = async ({ link, pool, random }) => {
  for (let count = 0; count < FLOOD; count++) {
    const text = 'x'.repeat(random.pick([10, 10, 1_000, 1_000, 20_000, 200_000]))
    const update = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text } }
    const sessionId = random.chance(0.8) ? `unknown-${count % 150}` : pool.word('sessionId')
    await link.sendValue(tell('session/update', { sessionId, update }))
  }
}

const bombs: Scene = async ({ link, pool, random }) => {
  for (let count = 0; count < 6; count++) await link.send(Buffer.from(nested(random, String(pool.takeId()))))
  for (let count = 0; count < 2; count++) await link.send(Buffer.from(crowded(random, String(pool.takeId()))))
  await link.send(long(random, String(pool.takeId())))
  const tower = `{"jsonrpc":"2.0","id":"tower","method":"session/new","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  await link.send(Buffer.from(tower))
}

/** Much to answer, and nobody who reads the answers for a while: what is unsent must not pile up. */
const slowReader: Scene = async ({ link, pool }) => {
  link.target.pause(SLOW_MILLISECONDS)
  const params = { text: MARKER.repeat(2_000) }
  for (let count = 0; count < FLOOD; count++) await link.sendValue(call(pool.takeId(), '_fuzz/probe', params))
}

/** Headers that are none, other headers, and lengths that fall short; only where headers are spoken. */
const oddHeaders: Scene = async ({ link, pool, random }) => {
  if (link.options.framing === 'lines') return
  for (let count = 0; count < FLOOD / 20; count++) {
    const text = JSON.stringify(tell('session/cancel', { sessionId: pool.word('sessionId') }))
    const bytes = Buffer.byteLength(text)
    // Each may be complained of as one run of noise and one broken body, or as less.
    link.ledger.allow(2)
    await link.sendBytes(
      Buffer.from(
        random.pick([
          `not a header\r\n`,
          `${'x'.repeat(9_000)}\n`,
          `Content-Length: ${bytes}\nContent-Type: application/json; charset=utf-8\r\n\r\n${text}`,
          `content-length:${bytes}\r\n\r\n${text}`,
          `Content-Length: ${bytes - 5}\r\n\r\n${text}\r\n`,
          `Content-Length: 0\r\n\r\n`,
          `Content-Length: -5\r\n\r\n`,
          `Content-Length: 99999999999999999999\r\n\r\n`,
          `\r\n\r\n\r\n`,
        ]),
      ),
    )
  }
}

export const SCENES: Readonly<Record<'agent' | 'client', readonly [Scene, ...Scene[]]>> = {
  agent: [bombs, holdFlood, promptFlood, cancelFlood, updateFlood, slowReader, oddHeaders],
  client: [bombs, questionFlood, updateFlood, cancelFlood, slowReader, oddHeaders],
}
