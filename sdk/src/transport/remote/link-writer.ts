/** Says what is in the outbox over whichever link there is, as fast as it takes it, and asks authors to wait meanwhile. */

import type { Outgoing } from '../../jsonrpc/index.js'
import { openable } from '../../jsonrpc/waiting.js'
import type { Link } from './link.js'
import type { Outbox } from './outbox.js'

export class LinkWriter {
  readonly #outbox: Outbox
  #link: Link | undefined
  #isHeld = false
  #room: ReturnType<typeof openable> | undefined
  /** Whether nothing may be said yet: who is at the other end is not known. */
  isSilent = false

  constructor(outbox: Outbox) {
    this.#outbox = outbox
  }

  write(message: Outgoing, text: string): Promise<void> | undefined {
    this.#outbox.add(message, text)
    this.flush()
    if (!this.#isHeld && !this.#outbox.isFull) return undefined
    this.#room ??= openable()
    return this.#room.promise
  }

  /** Goes on over another link; nothing: over none, for now. */
  use(link: Link | undefined): void {
    this.#link = link
    if (link === undefined) return
    this.#isHeld = false
    link.onConfirmed = count => {
      if (this.#link !== link) return
      this.#outbox.confirm(count)
      this.#makeRoom()
    }
    this.flush()
  }

  flush(): void {
    const link = this.#link
    if (link === undefined || this.isSilent) return
    this.#outbox.isKeeping = link.isRecoverable
    for (let parcel = this.#outbox.next; parcel !== undefined && !this.#isHeld; parcel = this.#outbox.next) {
      try {
        const room = link.send(parcel.message, parcel.text)
        this.#outbox.advance()
        if (room !== undefined) this.#hold(link, room)
      } catch {
        // The link is lost, as its reader is about to learn; the next one gets it all.
        this.#isHeld = true
      }
    }
    this.#makeRoom()
  }

  /** Hands over all that is left, whether there is room for it or not. */
  end(): void {
    try {
      for (let parcel = this.#outbox.next; parcel && !this.isSilent; parcel = this.#outbox.next) {
        if (this.#link === undefined) break
        void this.#link.send(parcel.message, parcel.text)
        this.#outbox.advance()
      }
    } catch {
      // It is lost, and nobody waits for the next one.
    }
    this.#link = undefined
    this.#room?.open()
  }

  #hold(link: Link, room: Promise<void>): void {
    this.#isHeld = true
    const goOn = (): void => {
      if (this.#link !== link) return
      this.#isHeld = false
      this.flush()
    }
    room.then(goOn, () => {})
  }

  #makeRoom(): void {
    if (this.#room === undefined || this.#isHeld || this.#outbox.isFull) return
    this.#room.open()
    this.#room = undefined
  }
}
