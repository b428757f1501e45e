/** An agent that costs next to nothing: opens sessions, and when all are prompted sends updates at an even pace. */
import { createInterface } from 'node:readline'
import { microseconds, type Pace } from './order.js'

const pace: Pace = JSON.parse(process.argv[2] ?? '')
const TICK_MILLISECONDS = 2
const GATHER_MILLISECONDS = 300
const WORDS = 'about as long as a piece of a sentence is'

const send = (message: object): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
/** By session, the request that is answered in the end. */
const prompts = new Map<string, unknown>()
let made = 0

function begin(): void {
  const heads = [...prompts.keys()].map(
    sessionId =>
      `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${sessionId}","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"@`,
  )
  const total = Math.round(pace.perSecond * pace.seconds)
  const begun = performance.now()
  let said = 0
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor(((performance.now() - begun) / 1_000) * pace.perSecond))
    const now = microseconds()
    let text = ''
    for (; said < due; said++) text += `${heads[said % heads.length]}${now}@ ${WORDS}"}}}}\n`
    if (text !== '') process.stdout.write(text)
    if (said < total) return
    clearInterval(timer)
    for (const id of prompts.values()) send({ id, result: { stopReason: 'end_turn' } })
  }, TICK_MILLISECONDS)
}

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: {} } })
  else if (method === 'session/new') send({ id, result: { sessionId: `session-${++made}` } })
  else if (method === 'session/prompt') {
    prompts.set(params.sessionId, id)
    if (prompts.size === pace.sessions) setTimeout(begin, GATHER_MILLISECONDS)
  } else if (id !== undefined) send({ id, result: {} })
})
