/** A socket of `ws` that writes once per turn of the event loop, and says what was wrong before it refuses a message. */

import type { Duplex } from 'node:stream'
import type { ClientOptions, WebSocket } from 'ws'
import { closeCodes, tooLarge } from '../../transport/index.js'
import { Cork } from './cork.js'
import { FrameGatherer } from './frame-gatherer.js'
import type { WsPackage } from './ws-package.js'

/** What our sockets have beyond those of the package. */
export interface GatheringSocket extends WebSocket {
  /** Bytes that one message may have. */
  mostBytes: number
  /** The stream below, known once the handshake is over, and which side we are. */
  carriedBy(carrier: Duplex, side: 'client' | 'server'): void
  onceDrained(act: () => void): void
}

/** The class of our sockets. */
export type GatheringSocketClass = (new (
  address: string | URL,
  options?: ClientOptions,
) => GatheringSocket) &
  typeof WebSocket

let made: GatheringSocketClass | undefined

/** The class, made of the package's own once that is loaded. */
export function gatheringSocketClass({ WebSocket }: WsPackage): GatheringSocketClass {
  made ??= class extends WebSocket {
    mostBytes = 0
    #carrier: Duplex | undefined
    #frames: FrameGatherer | undefined
    #cork: Cork | undefined

    carriedBy(carrier: Duplex, side: 'client' | 'server'): void {
      this.#carrier = carrier
      // The frames of a client are masked, which is the package's business.
      if (side === 'server') this.#frames = new FrameGatherer(carrier)
      else this.#cork = new Cork(carrier)
    }

    override send(text: string): void {
      if (this.readyState === this.OPEN && this.#frames !== undefined) return this.#frames.add(text)
      this.#cork?.hold()
      super.send(text)
    }

    override close(code?: number, reason?: string | Buffer): void {
      // The package closes by itself with this code, and no reason, when a frame is too large to be read.
      if (code === closeCodes.tooLarge && reason === undefined && this.readyState === this.OPEN)
        this.send(tooLarge({ messageBytes: this.mostBytes }))
      this.#frames?.flush()
      super.close(code, reason)
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
