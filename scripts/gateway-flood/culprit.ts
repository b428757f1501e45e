/** What floods are made of: sockets and requests that say what no client would, and notes of what they are told. */
import { once } from 'node:events'
import { request } from 'node:http'
import { type Socket as Carrier, connect } from 'node:net'
import { WebSocket } from 'ws'

/** Whom a flood is aimed at, and with what. */
export interface Aim {
  readonly url: string
  readonly token: string
  readonly folder: string
  /** Which part of a flood is made. */
  readonly share: number
}

const MASKED_LONG = 0x80 | 127
const PIECE = Buffer.alloc(64 * 1024, 0x20)

export class Culprit {
  /** How often each thing was told. */
  readonly told = new Map<string, number>()
  readonly #aim: Aim
  readonly #over: Promise<void>
  readonly #left = new WeakSet<WebSocket>()
  #end = (): void => {}
  #isOver = false

  constructor(aim: Aim) {
    this.#aim = aim
    this.#over = new Promise(resolve => {
      this.#end = resolve
    })
  }

  get folder(): string {
    return this.#aim.folder
  }

  get isOver(): boolean {
    return this.#isOver
  }

  stop(): void {
    this.#isOver = true
    this.#end()
  }

  /** So many of them, in the size of this flood. */
  many(count: number): readonly number[] {
    return Array.from({ length: Math.ceil(count * this.#aim.share) }, (_, index) => index)
  }

  hear(what: string): void {
    this.told.set(what, (this.told.get(what) ?? 0) + 1)
  }

  /** A socket that has shaken hands; nothing for one that was turned away. */
  async socket(): Promise<WebSocket | undefined> {
    const headers = { authorization: `Bearer ${this.#aim.token}` }
    const address = `${this.#aim.url.replace(/^http/, 'ws')}/acp`
    const socket = new WebSocket(address, { headers, perMessageDeflate: false, maxPayload: 0 })
    const opened = await new Promise<boolean>(resolve => {
      socket.on('open', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('unexpected-response', async (_, response) => {
        this.#hearRefusal(response.statusCode, await textOf(response))
        resolve(false)
      })
    })
    if (!opened) return undefined
    socket.on('close', (code, reason) => {
      if (!this.#isOver && !this.#left.has(socket)) this.hear(`${code} ${reason}`.trim())
    })
    const answered = once(socket, 'message')
    say(socket, { id: 0, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } })
    const isThere = await Promise.race([answered.then(() => true), once(socket, 'close').then(() => false)])
    if (!isThere) return undefined
    this.hear('opened')
    return socket
  }

  /** Hangs up, of which nobody has to be told. */
  leave(socket: WebSocket): void {
    this.#left.add(socket)
    socket.terminate()
  }

  /** Notes the reasons of what is refused on it. */
  listen(socket: WebSocket): void {
    socket.on('message', text => {
      const reason = /"reason":"(\w+)"/.exec(String(text))?.[1]
      if (reason !== undefined) this.hear(reason)
    })
  }

  /** A POST with a body of which so much is sent, and the end never, or the answer comes before. */
  async post(bytes: number, length?: number): Promise<void> {
    const headers = {
      ...{ authorization: `Bearer ${this.#aim.token}`, 'content-type': 'application/json' },
      ...(length === undefined ? {} : { 'content-length': length }),
    }
    const asked = request(`${this.#aim.url}/acp`, { method: 'POST', headers, agent: false })
    let isAnswered = false
    const answered = new Promise<void>(resolve => {
      asked.on('error', () => resolve())
      asked.on('close', () => resolve())
      asked.on('response', async response => {
        isAnswered = true
        this.#hearRefusal(response.statusCode, await textOf(response))
        resolve()
      })
    })
    const isOpen = (): boolean => !isAnswered && !asked.destroyed
    await pour(bytes, isOpen, async piece => {
      await Promise.race([new Promise(done => asked.write(piece, done)), answered, this.#over])
    })
    await Promise.race([answered, this.#over])
    asked.destroy()
  }

  /** A frame that is said to be so long, and of which so much is sent. */
  async frame(socket: WebSocket, { length, bytes }: { length: number; bytes: number }): Promise<void> {
    const carrier = carrierOf(socket)
    const head = Buffer.alloc(14)
    head.set([0x81, MASKED_LONG])
    head.writeBigUInt64BE(BigInt(length), 2)
    carrier.write(head)
    const closed = once(socket, 'close')
    const isOpen = (): boolean => socket.readyState === WebSocket.OPEN && !this.#isOver
    await pour(bytes, isOpen, async piece => {
      await Promise.race([new Promise(done => carrier.write(piece, done)), closed, this.#over])
    })
    await Promise.race([closed, this.#over])
    socket.terminate()
  }

  /** A connection that says nothing, or asks without a token. */
  async stranger(says: string): Promise<void> {
    const { hostname, port } = new URL(this.#aim.url)
    const carrier = connect(Number(port), hostname)
    carrier.on('error', () => {})
    carrier.on('data', text => this.#hearRefusal(...statusIn(String(text))))
    carrier.write(says)
    await Promise.race([new Promise(resolve => carrier.once('close', resolve)), this.#over])
    carrier.destroy()
  }

  /** A connection that asks again and again without waiting for answers, which it reads: so often, or until it is hung up on. */
  async pipeline(times: number, isKnown: boolean): Promise<void> {
    const { host, hostname, port } = new URL(this.#aim.url)
    const token = isKnown ? `authorization: Bearer ${this.#aim.token}\r\n` : ''
    const says = `GET /acp HTTP/1.1\r\nhost: ${host}\r\n${token}\r\n`
    const carrier = connect(Number(port), hostname)
    const closed = new Promise<void>(resolve => carrier.once('close', () => resolve()))
    carrier.on('error', () => {})
    carrier.on('data', text => this.#hearRefusal(...statusIn(String(text))))
    const each = Math.ceil(PIECE.length / says.length)
    const piece = says.repeat(each)
    for (let sent = 0; sent < times && !this.#isOver && !carrier.destroyed; sent += each)
      await Promise.race([new Promise(done => carrier.write(piece, done)), closed, this.#over])
    await Promise.race([closed, this.#over])
    carrier.destroy()
  }

  #hearRefusal(status: number | undefined, text: string): void {
    this.hear(`${status} ${/"error":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim())
  }
}

export function say(socket: WebSocket, message: object): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
}

/** The stream below a socket of the package: what no client would write is written there. */
export function carrierOf(socket: WebSocket): Carrier {
  return Reflect.get(socket, '_socket')
}

async function pour(
  bytes: number,
  isOpen: () => boolean,
  write: (piece: Buffer) => Promise<void>,
): Promise<void> {
  for (let sent = 0; sent < bytes && isOpen(); sent += PIECE.length) {
    await write(PIECE)
    if (sent % (16 * PIECE.length) === 0) await new Promise(setImmediate)
  }
}

async function textOf(response: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  try {
    for await (const piece of response) text += piece
  } catch {
    // Cut off: what came so far is all there is.
  }
  return text
}

function statusIn(text: string): [number, string] {
  return [Number(/HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text]
}
