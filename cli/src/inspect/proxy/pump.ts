/** Carries bytes one way, as they are: no faster than they are taken, and to their end. A copy is made of what passed. */

import type { Readable, Writable } from 'node:stream'

/** Where bytes go. */
export interface Outlet {
  /** False where the next should wait for `onRoom`. */
  write(bytes: Uint8Array): boolean
  /** Nothing more will come; resolves when all of it was taken, or will never be. */
  end(): Promise<void>
  /** Called once, when there is room again. */
  onRoom(call: () => void): void
}

/** A stream as an outlet. */
export function toOutlet(target: Writable): Outlet {
  return {
    write: bytes => target.write(bytes),
    end: () => {
      const taken = new Promise<void>(resolve => {
        if (target.destroyed || target.writableFinished) resolve()
        for (const event of ['finish', 'close', 'error']) target.once(event, () => resolve())
      })
      target.end()
      return taken
    },
    onRoom: call => void target.once('drain', call),
  }
}

/** Who is shown what passes. */
export interface Onlooking {
  /** Before the bytes go on: where what is done to them on their way is told as well. */
  readonly isFirst: boolean
  readonly hasRoom: boolean
  onRoom(call: () => void): void
  see(bytes: Uint8Array): void
  /** The source has ended. */
  close(): void
}

export class Pump {
  readonly #source: Readable
  readonly #outlet: Outlet
  readonly #onlooking: Onlooking
  #holds = 0
  #isOver = false
  /** When bytes came last. */
  heardAt = performance.now()
  /** Resolves when the source has ended and its end was passed on, or nobody takes its bytes any more. */
  readonly ended: Promise<void>
  readonly #resolve: () => void

  constructor(source: Readable, outlet: Outlet, onlooking: Onlooking) {
    this.#source = source
    this.#outlet = outlet
    this.#onlooking = onlooking
    let resolve = (): void => {}
    this.ended = new Promise(call => {
      resolve = call
    })
    this.#resolve = resolve
    source.on('data', (bytes: Uint8Array) => this.#carry(bytes))
    source.once('end', () => this.finish())
    source.once('close', () => this.finish())
    source.on('error', () => this.finish())
  }

  /** Whether it waits for somebody who takes the bytes. */
  get isHeld(): boolean {
    return this.#holds > 0
  }

  /** Nobody takes the bytes any more: whoever writes them is to notice. */
  abandon(): void {
    this.#source.destroy()
    this.finish()
  }

  /** The end of the source, or as good as that. */
  finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#onlooking.close()
    void this.#outlet.end().then(this.#resolve)
  }

  #carry(bytes: Uint8Array): void {
    if (this.#isOver) return
    this.heardAt = performance.now()
    // The wire first: the copy must not keep it waiting.
    if (this.#onlooking.isFirst) this.#onlooking.see(bytes)
    if (!this.#outlet.write(bytes)) this.#hold(call => this.#outlet.onRoom(call))
    if (!this.#onlooking.isFirst) this.#onlooking.see(bytes)
    if (!this.#onlooking.hasRoom) this.#hold(call => this.#onlooking.onRoom(call))
  }

  #hold(until: (call: () => void) => void): void {
    this.#holds++
    this.#source.pause()
    until(() => {
      this.#holds--
      if (this.#holds === 0 && !this.#isOver) this.#source.resume()
    })
  }
}
