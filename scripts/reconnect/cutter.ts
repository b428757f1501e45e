/** A network between client and server that breaks where it is told to: in the middle of whatever is sent next. */
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net'

/** What was on its way when it broke: all sessions of the client, or the one that the request was about. */
export interface Cut {
  readonly session: string | undefined
}

interface Wire {
  readonly near: Socket
  readonly far: Socket
  /** What the last request on it was about. */
  session: string | undefined
}

interface Order {
  /** How many pieces are let through before. */
  skip: number
  /** Which part of the next one still arrives, from 0 to 1. */
  readonly share: number
  readonly done: (cut: Cut) => void
}

const SESSION_HEADER = /^acp-session-id: *(\S+)\r?$/im
const REQUEST = /^(?:GET|POST|DELETE) /

export class Cutter {
  readonly #server: Server
  readonly #wires = new Set<Wire>()
  #order: Order | undefined

  constructor(port: number) {
    this.#server = createServer(near => this.#join(near, port))
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Breaks the connection on which something is sent after so many pieces, with a reset to both sides. */
  cut(skip: number, share: number): Promise<Cut> {
    return new Promise(done => {
      this.#order = { skip, share, done }
    })
  }

  close(): void {
    this.#server.close()
    for (const { near, far } of this.#wires) for (const socket of [near, far]) socket.destroy()
  }

  #join(near: Socket, port: number): void {
    const far = createConnection({ host: '127.0.0.1', port })
    const wire: Wire = { near, far, session: undefined }
    this.#wires.add(wire)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true)
      from.on('error', () => {})
      from.on('end', () => to.end())
      from.on('close', () => {
        to.destroy()
        this.#wires.delete(wire)
      })
    }
    near.on('data', piece => {
      if (REQUEST.test(piece.toString('latin1', 0, 8)))
        wire.session = SESSION_HEADER.exec(piece.toString('latin1'))?.[1]
      this.#pass(wire, piece, far)
    })
    far.on('data', piece => this.#pass(wire, piece, near))
  }

  #pass(wire: Wire, piece: Buffer, to: Socket): void {
    const order = this.#order
    if (order === undefined || order.skip-- > 0) return void to.write(piece)
    this.#order = undefined
    const arrived = piece.subarray(0, Math.floor(piece.length * order.share))
    // A reset throws away what was not sent yet: it must have left before.
    to.write(arrived, () => {
      for (const socket of [wire.near, wire.far]) socket.resetAndDestroy()
      order.done({ session: wire.session })
    })
    for (const socket of [wire.near, wire.far]) socket.removeAllListeners('data').pause()
  }
}
