/** A socket of `ws` that writes once per turn of the event loop, and says what was wrong before it refuses a message. */

import type { Duplex } from 'node:stream'
import type { ClientOptions, WebSocket } from 'ws'
import { closeCodes, tooLarge } from '../../transport/index.js'
import { FrameGatherer, type Side } from './frame-gatherer.js'
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
  made ??= class extends WebSocket {
    mostBytes = 0
    tally: Tally | undefined
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
      const isTooLarge = code === closeCodes.tooLarge && reason === undefined && this.readyState === this.OPEN
      if (isTooLarge) this.send(tooLarge({ messageBytes: this.mostBytes }))
      this.#frames?.flush()
      super.close(code, reason)
      if (isTooLarge) this.#stopReading()
    }

    /** The package would throw away what still comes, however much that is, for as long as it comes. */
    #stopReading(): void {
      const carrier = this.#carrier
      setImmediate(() => carrier?.pause())
      const timer = setTimeout(() => this.terminate(), LEAVE_MILLISECONDS)
      carrier?.once('close', () => clearTimeout(timer))
    }

    heard(): void {
      this.tally?.heard()
    }

    onceDrained(act: () => void): void {
      if (this.#carrier?.writableNeedDrain) this.#carrier.once('drain', act)
      else setImmediate(act)
    }
  }
  return made
}

/** Whether a socket of the package is one of ours: its server says only that it is one. */
export function isGathering(socket: WebSocket): socket is GatheringSocket {
  return made !== undefined && socket instanceof made
}
