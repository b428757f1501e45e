/** A socket of `ws` that writes once per turn of the event loop, and says what was wrong before it refuses a message. */

import type { Duplex } from 'node:stream'
import type { ClientOptions, WebSocket } from 'ws'
import { closeCodes, tooLarge } from '../../transport/index.js'
import type { WsPackage } from './ws-package.js'

// Beyond this what has gathered goes out at once: the peer works on it while the rest is still being written.
const ENOUGH_BYTES = 64 * 1024

/** What our sockets have beyond those of the package. */
export interface GatheringSocket extends WebSocket {
  /** The stream below, known once the handshake is over. */
  carrier: Duplex | undefined
  /** Bytes that one message may have. */
  mostBytes: number
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
    carrier: Duplex | undefined
    mostBytes = 0
    #isCorked = false

    override send(text: string): void {
      if (!this.#isCorked) this.#cork()
      super.send(text)
      if ((this.carrier?.writableLength ?? 0) > ENOUGH_BYTES) this.#flush()
    }

    // The package closes by itself with this code, and no reason, when a frame is too large to be read.
    override close(code?: number, reason?: string | Buffer): void {
      if (code === closeCodes.tooLarge && reason === undefined && this.readyState === this.OPEN)
        super.send(tooLarge({ messageBytes: this.mostBytes }))
      super.close(code, reason)
    }

    onceDrained(act: () => void): void {
      if (this.carrier?.writableNeedDrain) this.carrier.once('drain', act)
      else setImmediate(act)
    }

    #cork(): void {
      this.#isCorked = true
      this.carrier?.cork()
      process.nextTick(this.#uncork)
    }

    #flush(): void {
      this.carrier?.uncork()
      this.carrier?.cork()
    }

    readonly #uncork = (): void => {
      this.#isCorked = false
      this.carrier?.uncork()
    }
  }
  return made
}

/** Whether a socket of the package is one of ours: its server says only that it is one. */
export function isGathering(socket: WebSocket): socket is GatheringSocket {
  return made !== undefined && socket instanceof made
}
