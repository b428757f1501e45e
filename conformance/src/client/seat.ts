/** Where the kit waits for clients that have started its stand-in: a socket that only this user can reach, and a password. */

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toJson } from '../agent/examined-agent.js'
import type { Json } from '../wire/arrivals.js'
import { LineCutter } from '../wire/line-cutter.js'
import type { Line, Wire } from '../wire/wire.js'

const STAND_IN = fileURLToPath(new URL('../../dist/client/stand-in.js', import.meta.url))
const PASSWORD_BYTES = 16
const MOST_GREETING_BYTES = 8_192

/** A stand-in that a client has started. */
export interface Guest {
  readonly wire: Wire
  /** The words that the client put behind our command. */
  readonly words: readonly string[]
  /** The variables it was given whose names begin with `PARLEY_TOLD_`. */
  readonly variables: Json
  /** Writes to the stderr of the stand-in. */
  writeStderr(text: string): void
}

export class Seat {
  readonly #server: Server
  readonly #address: string
  readonly #password = randomBytes(PASSWORD_BYTES).toString('hex')
  readonly #come: Guest[] = []
  readonly #waiting: ((guest: Guest) => void)[] = []
  readonly #sockets = new Set<Socket>()
  /** The second lines of stand-ins, by process. */
  readonly #errorLines = new Map<unknown, Socket>()

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
  next(milliseconds: number): Promise<Guest | undefined> {
    const come = this.#come.shift()
    if (come !== undefined) return Promise.resolve(come)
    return new Promise(resolve => {
      const give = (guest: Guest): void => {
        clearTimeout(timer)
        resolve(guest)
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

  /** The first line says the password and what this line is for; what comes behind it is the client's. */
  #admit(socket: Socket): void {
    this.#sockets.add(socket)
    let read = Buffer.alloc(0)
    const listen = (chunk: Buffer): void => {
      read = Buffer.concat([read, chunk])
      const end = read.indexOf(10)
      if (end < 0 && read.length < MOST_GREETING_BYTES) return
      socket.pause().off('data', listen)
      const greeting = this.#read(read.subarray(0, Math.max(end, 0)))
      if (greeting === undefined) return void socket.destroy()
      if (end + 1 < read.length) socket.unshift(read.subarray(end + 1))
      this.#seat(socket, greeting)
    }
    socket.on('data', listen).on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
  }

  #seat(socket: Socket, { stream, pid, words, variables }: Json): void {
    if (stream === 'stderr') return void this.#errorLines.set(pid, socket)
    const guest: Guest = {
      wire: toWire(socket),
      words: Array.isArray(words) ? words.map(String) : [],
      variables: toJson(variables),
      writeStderr: text => void this.#errorLines.get(pid)?.write(text),
    }
    const give = this.#waiting.shift()
    if (give === undefined) this.#come.push(guest)
    else give(guest)
  }

  #read(line: Buffer): Json | undefined {
    try {
      const greeting = toJson(JSON.parse(line.toString('utf8')))
      const [said, own] = [Buffer.from(String(greeting.password)), Buffer.from(this.#password)]
      return said.length === own.length && timingSafeEqual(said, own) ? greeting : undefined
    } catch {
      return undefined
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
