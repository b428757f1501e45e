/** An agent behind a WebSocket as a raw wire: each line is a text frame, and every frame is evidence. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Carried } from './carried.js'
import { LineCutter } from './line-cutter.js'
import { LineQueue } from './line-queue.js'
import type { RawWebSocket } from './raw-web-socket.js'
import type { RemoteAddress } from './remote-address.js'
import { askForSocket } from './upgrade.js'
import { opcodes, type Parcel } from './web-socket-frames.js'
import type { Line, Variant, Wire } from './wire.js'

const PIECE_BYTES = 3
const MOST_PIECES = 200
const SLOW_MILLISECONDS = 25
const CLOSE_MILLISECONDS = 2_000

/** A wire to a server that does not let us in ends at once, and says why. */
export async function openWebSocketWire(address: RemoteAddress, variant: Variant): Promise<Wire> {
  const carried: Carried[] = []
  try {
    const { status, headers, socket } = await askForSocket(address)
    carried.push({
      is: 'answer',
      verb: 'GET',
      method: undefined,
      session: undefined,
      status,
      headers,
      text: '',
    })
    if (socket === undefined) return deadWire(`no socket: the server answered ${status}`, carried)
    return new WebSocketWire(socket, variant, carried)
  } catch (error) {
    return deadWire(`not reached: ${error instanceof Error ? error.message : String(error)}`, carried)
  }
}

/** A wire that never was. */
export function deadWire(why: string, carried: readonly Carried[]): Wire {
  const lines = new LineQueue()
  lines.end()
  return {
    send: () => {},
    lines,
    end: () => {},
    onStderr: () => {},
    ended: Promise.resolve(why),
    carried,
    close: async () => {},
  }
}

class WebSocketWire implements Wire {
  readonly carried: Carried[]
  readonly ended: Promise<string>
  readonly #socket: RawWebSocket
  readonly #variant: Variant
  readonly #cutter = new LineCutter()
  readonly #queue = new LineQueue()
  #sent = Promise.resolve()

  constructor(socket: RawWebSocket, variant: Variant, carried: Carried[]) {
    this.carried = carried
    this.#socket = socket
    this.#variant = variant
    socket.onParcel = parcel => this.#take(parcel)
    this.ended = socket.closed.then(code => {
      this.#queue.end()
      return `close code ${code}`
    })
  }

  get lines(): AsyncIterable<Line> {
    return this.#queue
  }

  send(bytes: Uint8Array): void {
    for (const line of this.#cutter.push(bytes)) if (line.length > 0) this.#sendLine(line)
  }

  end(): void {
    void this.#sent.then(() => this.#socket.close())
  }

  /** There is no such place. */
  onStderr(): void {}

  async close(): Promise<void> {
    this.#socket.close()
    const late = pause(CLOSE_MILLISECONDS, undefined, { ref: false })
    await Promise.race([this.#socket.closed, late])
    this.#socket.terminate()
  }

  #sendLine(line: Uint8Array): void {
    if (this.#variant === 'plain') return this.#socket.sendText(line)
    this.#sent = this.#sent.then(() => this.#sendInPieces(line))
  }

  /** A message may be cut into frames anywhere, also inside a character. */
  async #sendInPieces(line: Uint8Array): Promise<void> {
    const isSlow = this.#variant === 'slow'
    const size = isSlow
      ? Math.ceil(line.length / 2)
      : Math.max(PIECE_BYTES, Math.ceil(line.length / MOST_PIECES))
    for (let at = 0; at < line.length; at += size) {
      const opcode = at === 0 ? opcodes.text : opcodes.continuation
      this.#socket.send(opcode, line.subarray(at, at + size), at + size >= line.length)
      if (isSlow) await pause(SLOW_MILLISECONDS)
    }
  }

  #take({ opcode, payload }: Parcel): void {
    this.carried.push({ is: 'frame', opcode, payload })
    this.#queue.push(payload)
  }
}
