/** Where the kit waits for clients that have started its stand-in: a socket that only this user can reach, and a password. */

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LineCutter } from '../wire/line-cutter.js'
import type { Line, Wire } from '../wire/wire.js'

const STAND_IN = fileURLToPath(new URL('./stand-in.js', import.meta.url))
const PASSWORD_BYTES = 16
const MOST_GREETING_BYTES = 8_192

export class Seat {
  readonly #server: Server
  readonly #address: string
  readonly #password = randomBytes(PASSWORD_BYTES).toString('hex')
  readonly #come: Wire[] = []
  readonly #waiting: ((wire: Wire) => void)[] = []
  readonly #sockets = new Set<Socket>()

  private constructor(address: string) {
    this.#address = address
    this.#server = createServer(socket => this.#admit(socket))
  }

  /** Listens in a folder of ours; a name that is too long for a socket is an error of whoever chose it. */
  static async open(folder: string): Promise<Seat> {
    const name = randomBytes(4).toString('hex')
    const address =
      process.platform === 'win32' ? `\\\\.\\pipe\\parley-${name}` : join(folder, `${name}.sock`)
    const seat = new Seat(address)
    await new Promise<void>((resolve, reject) => {
      seat.#server.once('error', reject).listen(address, resolve)
    })
    return seat
  }

  /** The words of the command that the client under test must start as its agent. */
  get command(): readonly string[] {
    return [process.execPath, STAND_IN, this.#address, this.#password]
  }

  /** The next client that comes, or nothing within so many milliseconds. */
  next(milliseconds: number): Promise<Wire | undefined> {
    const come = this.#come.shift()
    if (come !== undefined) return Promise.resolve(come)
    return new Promise(resolve => {
      const give = (wire: Wire): void => {
        clearTimeout(timer)
        resolve(wire)
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(give), 1)
        resolve(undefined)
      }, milliseconds)
      this.#waiting.push(give)
    })
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise(resolve => this.#server.close(resolve))
  }

  /** The first line says the password; what comes behind it is the client's. */
  #admit(socket: Socket): void {
    this.#sockets.add(socket)
    let read = Buffer.alloc(0)
    const listen = (chunk: Buffer): void => {
      read = Buffer.concat([read, chunk])
      const end = read.indexOf(10)
      if (end < 0 && read.length < MOST_GREETING_BYTES) return
      socket.pause().off('data', listen)
      if (!this.#isKnown(read.subarray(0, Math.max(end, 0)))) return void socket.destroy()
      if (end + 1 < read.length) socket.unshift(read.subarray(end + 1))
      this.#seat(toWire(socket))
    }
    socket.on('data', listen).on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
  }

  #seat(wire: Wire): void {
    const give = this.#waiting.shift()
    if (give === undefined) this.#come.push(wire)
    else give(wire)
  }

  #isKnown(line: Buffer): boolean {
    try {
      const { password } = JSON.parse(line.toString('utf8')) as { readonly password?: unknown }
      const [said, own] = [Buffer.from(String(password)), Buffer.from(this.#password)]
      return said.length === own.length && timingSafeEqual(said, own)
    } catch {
      return false
    }
  }
}

function toWire(socket: Socket): Wire {
  const ended = new Promise<string>(resolve => {
    socket.once('close', () => resolve('the client closed the connection'))
  })
  return {
    send: bytes => void socket.write(bytes),
    lines: linesOf(socket),
    end: () => void socket.end(),
    onStderr: () => {},
    ended,
    async close() {
      socket.destroy()
      await ended
    },
  }
}

async function* linesOf(socket: Socket): AsyncGenerator<Line> {
  const cutter = new LineCutter()
  try {
    for await (const chunk of socket as AsyncIterable<Uint8Array>)
      for (const bytes of cutter.push(chunk)) yield { bytes }
  } catch {
    // A socket that breaks is an end like another.
  }
  const rest = cutter.flush()
  if (rest !== undefined) yield { bytes: rest }
}
