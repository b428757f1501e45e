/** A socket of `ws` that writes once per turn of the event loop, and says what was wrong before it refuses a message. */

import type { Duplex } from 'node:stream'
import type { ClientOptions, WebSocket } from 'ws'
import { closeCodes, tooLarge } from '../../transport/index.js'
import { FrameGatherer, type Side } from './frame-gatherer.js'
import type { SocketReading } from './socket-reading.js'
import type { Tally } from './tally.js'
import type { WsPackage } from './ws-package.js'

/** What our sockets have beyond those of the package. */
export interface GatheringSocket extends WebSocket {
  /** Bytes that one message may have. */
  mostBytes: number
  /** The stream below, known once the handshake is over, and which side we are. */
  carriedBy(carrier: Duplex, side: Side): void
  /** Where what has come and is no whole message yet is counted. */
  tally: Tally | undefined
  /** Who says when something is read, where somebody does. */
  reading: SocketReading | undefined
  heard(): void
  onceDrained(act: () => void): void
}

/** The class of our sockets. */
export type GatheringSocketClass = (new (
  address: string | URL,
  options?: ClientOptions,
) => GatheringSocket) &
  typeof WebSocket

const LEAVE_MILLISECONDS = 1_000

let made: GatheringSocketClass | undefined

/** The class, made of the package's own once that is loaded. */
export function gatheringSocketClass({ WebSocket }: WsPackage): GatheringSocketClass {
  made ??= heldByReading(
    class extends WebSocket {
      mostBytes = 0
      tally: Tally | undefined
      reading: SocketReading | undefined
      #carrier: Duplex | undefined
      #frames: FrameGatherer | undefined

      carriedBy(carrier: Duplex, side: Side): void {
        this.#carrier = carrier
        this.#frames = new FrameGatherer(carrier, side)
      }

      override send(text: string): void {
        if (this.readyState === this.OPEN && this.#frames !== undefined) this.#frames.add(text)
        else super.send(text)
      }

      override close(code?: number, reason?: string | Buffer): void {
        // The package closes by itself with this code, and no reason, when a frame is too large to be read.
        const isTooLarge =
          code === closeCodes.tooLarge && reason === undefined && this.readyState === this.OPEN
        if (isTooLarge) this.send(tooLarge({ messageBytes: this.mostBytes }))
        this.#frames?.flush()
        super.close(code, reason)
        if (isTooLarge) stopReading(this, this.#carrier)
      }

      heard(): void {
        this.tally?.heard()
      }

      onceDrained(act: () => void): void {
        if (this.#carrier?.writableNeedDrain) this.#carrier.once('drain', act)
        else setImmediate(act)
      }
    },
    WebSocket.prototype,
  )
  return made
}

/** The package would throw away what still comes, however much that is, for as long as it comes. */
function stopReading(socket: GatheringSocket, carrier: Duplex | undefined): void {
  socket.tally?.refused(socket.mostBytes)
  // It lets the carrier flow in the next tick, and of one that flows two megabytes are read in one turn.
  process.nextTick(() => carrier?.pause())
  const timer = setTimeout(() => socket.terminate(), LEAVE_MILLISECONDS)
  carrier?.once('close', () => clearTimeout(timer))
}

/**
 * The package lets the carrier flow whenever it has room itself, and asks `isPaused` before: its types call that a field, so it
 * cannot be overridden in words.
 */
function heldByReading(held: GatheringSocketClass, usual: WebSocket): GatheringSocketClass {
  Object.defineProperties(held.prototype, {
    isPaused: {
      get(this: GatheringSocket): boolean {
        return this.reading?.isHolding === true || Reflect.get(usual, 'isPaused', this)
      },
    },
    resume: {
      value(this: GatheringSocket): void {
        usual.resume.call(this)
        this.reading?.stay()
      },
    },
  })
  return held
}

/** Whether the package still takes what comes: not after a farewell, nor after a fault. */
export function isTaking(socket: object): boolean {
  return Reflect.get(socket, '_receiver')?.writable !== false
}

/** Whether a socket of the package is one of ours: its server says only that it is one. */
export function isGathering(socket: WebSocket): socket is GatheringSocket {
  return made !== undefined && socket instanceof made
}
