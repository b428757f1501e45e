/** An agent without manners, by hand: it answers what it is asked, but for what it is to keep open, and streams on demand. */
import { createInterface } from 'node:readline'

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: { readonly sessionId?: string; readonly prompt?: readonly { readonly text?: string }[] }
}

const PAUSE_MILLISECONDS = 10
const CHUNKS_AT_ONCE = 5
const CHUNK = 'x'.repeat(1_000)

let sessions = 0

function say(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

function stream(sessionId: string | undefined, chunks: number, done: () => void): void {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: CHUNK } }
  for (let index = 0; index < Math.min(chunks, CHUNKS_AT_ONCE); index++)
    say({ method: 'session/update', params: { sessionId, update } })
  if (chunks <= CHUNKS_AT_ONCE) done()
  else setTimeout(() => stream(sessionId, chunks - CHUNKS_AT_ONCE, done), PAUSE_MILLISECONDS)
}

function ask(sessionId: string | undefined): void {
  const toolCall = { toolCallId: 'one', title: 'Something' }
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }]
  say({ id: 'question', method: 'session/request_permission', params: { sessionId, toolCall, options } })
}

function prompt({ id, params }: Message): void {
  const [deed, count] = params?.prompt?.[0]?.text?.split(' ') ?? []
  const done = (): void => say({ id, result: { stopReason: 'end_turn' } })
  if (deed === 'ask') ask(params?.sessionId)
  if (deed === 'stream') stream(params?.sessionId, Number(count), done)
  else done()
}

function take(message: Message): void {
  const { id, method } = message
  if (method === undefined || id === undefined || method === '_flood/hang') return
  if (method === 'session/prompt') prompt(message)
  else if (method === 'session/new')
    say({ id, result: { sessionId: `session-${process.pid}-${++sessions}` } })
  else if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {} } })
  else say({ id, result: {} })
}

createInterface(process.stdin).on('line', line => take(JSON.parse(line)))
