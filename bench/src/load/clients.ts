/** Many clients in one process that cost next to nothing: of an update only the time stamp is read. */
import { type ClientsOrder, type FromClients, microseconds } from './order.js'
import { listen, post } from './raw-http.js'
import { openRawSocket } from './raw-socket.js'

const order: ClientsOrder = JSON.parse(process.argv[2] ?? '')
const OPENED_AT_ONCE = 25
const MARK = '@'.charCodeAt(0)
const DIGIT = '0'.charCodeAt(0)
const INITIALIZE = { id: 1, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } }
const NEW = { id: 2, method: 'session/new', params: { cwd: order.cwd, mcpServers: [] } }

const times: number[] = []
let over = 0

const tell = (message: FromClients): void => void process.send?.(message)

function prompt(sessionId: string): object {
  const content = [{ type: 'text', text: 'begin' }]
  return { id: 3, method: 'session/prompt', params: { sessionId, prompt: content } }
}

/** Notes all stamps, and whether the turn has ended; where to go on when the last one is not whole. */
function read(bytes: Buffer): number {
  const now = microseconds()
  let from = 0
  for (;;) {
    const begin = bytes.indexOf(MARK, from)
    if (begin < 0) break
    const end = bytes.indexOf(MARK, begin + 1)
    if (end < 0) return begin
    let stamp = 0
    for (let at = begin + 1; at < end; at++) stamp = stamp * 10 + bytes.readUInt8(at) - DIGIT
    if (times.push((now - stamp) / 1_000) === 1) tell({ said: 'first' })
    from = end + 1
  }
  if (bytes.includes('"stopReason"', from) && ++over === order.connections) tell({ said: 'over', times })
  return bytes.length
}

function openSocket(): Promise<void> {
  return new Promise((resolve, reject) => {
    const steps = [
      (): void => send(NEW),
      ({ result }: { readonly result: { readonly sessionId: string } }): void => {
        send(prompt(result.sessionId))
        resolve()
      },
    ]
    let say: (text: string) => void = () => {}
    const send = (message: object): void => say(JSON.stringify({ jsonrpc: '2.0', ...message }))
    const onFrame = (payload: Buffer): void => {
      const step = steps.shift()
      if (step === undefined) read(payload)
      else step(JSON.parse(payload.toString('utf8')))
    }
    openRawSocket(order, onFrame).then(opened => {
      say = opened
      send(INITIALIZE)
    }, reject)
  })
}

async function openHttp(): Promise<void> {
  const { header } = await post(order, {}, INITIALIZE)
  const connection = { 'acp-connection-id': header('acp-connection-id') }
  let found: (sessionId: string) => void = () => {}
  const opened = new Promise<string>(resolve => {
    found = resolve
  })
  let said = ''
  await listen(order, connection, piece => {
    said += piece.toString('latin1')
    const sessionId = /"sessionId":"([^"]+)"/.exec(said)?.[1]
    if (sessionId !== undefined) found(sessionId)
  })
  await post(order, connection, NEW)
  const sessionId = await opened
  const session = { ...connection, 'acp-session-id': sessionId }
  let rest: Buffer = Buffer.alloc(0)
  await listen(order, session, piece => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    rest = bytes.subarray(read(bytes))
  })
  await post(order, session, prompt(sessionId))
}

let opened = 0
const open = order.transport === 'http' ? openHttp : openSocket
async function openSome(): Promise<void> {
  while (opened < order.connections) {
    opened++
    await open()
  }
}
await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openSome))
