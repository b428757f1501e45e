/** Where the kit waits for clients that have started its stand-in: a socket that only this user can reach, and a password. */

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Json } from '../wire/arrivals.js'
import { boundedLines } from '../wire/bounded-lines.js'
import { toJson } from '../wire/json.js'
import type { Wire } from '../wire/wire.js'

const STAND_IN = fileURLToPath(new URL('../../dist/client/stand-in.js', import.meta.url))
const PASSWORD_BYTES = 16
const MOST_GREETING_BYTES = 8_192
/** Longer names of sockets are cut without a word on some systems. */
const MOST_ADDRESS_BYTES = 100
const SHORT_FOLDER = '/tmp'
const LATE_MILLISECONDS = 500

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
  readonly #waiting: ((guest?: Guest) => void)[] = []
  readonly #sockets = new Set<Socket>()
  /** The second lines of stand-ins, by process. */
  readonly #errorLines = new Map<unknown, Socket>()

  /** A folder that is ours alone, and is taken away at the end. */
  readonly #folder: string | undefined

  private constructor(address: string, folder?: string) {
    this.#address = address
    this.#folder = folder
    this.#server = createServer(socket => this.#admit(socket))
  }

  /** Listens in a folder of ours, or where its name is too long for a socket in another that only this user can reach. */
  static async open(folder: string): Promise<Seat> {
    const name = randomBytes(4).toString('hex')
    const isPipe = process.platform === 'win32'
    const isShort = isPipe || Buffer.byteLength(join(folder, `${name}.sock`)) <= MOST_ADDRESS_BYTES
    const own = isShort ? undefined : await mkdtemp(join(SHORT_FOLDER, 'parley-'))
    const address = isPipe ? `\\\\.\\pipe\\parley-${name}` : join(own ?? folder, `${name}.sock`)
    const seat = new Seat(address, own)
    await new Promise<void>((resolve, reject) => {
      seat.#server.once('error', reject).listen(address, resolve)
    })
    return seat
  }

  /** The words of the command that the client under test must start as its agent. */
  get command(): readonly string[] {
    return [process.execPath, STAND_IN, this.#address, this.#password]
  }

  /** The next client that comes; nothing within so many milliseconds, or soon after `over`. */
  next(milliseconds: number, over?: Promise<unknown>): Promise<Guest | undefined> {
    const come = this.#come.shift()
    if (come !== undefined) return Promise.resolve(come)
    return new Promise(resolve => {
      const give = (guest?: Guest): void => {
        clearTimeout(timer)
        const place = this.#waiting.indexOf(give)
        if (place >= 0) this.#waiting.splice(place, 1)
        resolve(guest)
      }
      let timer = setTimeout(give, milliseconds)
      this.#waiting.push(give)
      // What it started may be on its way to us.
      void over?.then(() => {
        if (!this.#waiting.includes(give)) return
        clearTimeout(timer)
        timer = setTimeout(give, LATE_MILLISECONDS)
      })
    })
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise(resolve => this.#server.close(resolve))
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
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
    const [give] = this.#waiting
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
  let settle = (_: string): void => {}
  const ended = new Promise<string>(resolve => {
    settle = resolve
  })
  const closed = new Promise<void>(resolve => {
    socket.once('close', () => {
      settle('the client closed the connection')
      resolve()
    })
  })
  return {
    send: bytes => void socket.write(bytes),
    lines: boundedLines(socket as AsyncIterable<Uint8Array>, { onExcess: settle }),
    end: () => void socket.end(),
    onStderr: () => {},
    ended,
    async close() {
      socket.destroy()
      await closed
    },
  }
}
