/** One copy for each connection that passes: each is a conversation of its own, watched, logged and recorded as such. */

import type { EventEntry } from '@parley/acp/inspect'
import { oneLine } from '../console/remote-wire.js'
import type { Copier } from '../proxy/copier.js'
import type { Stream } from '../proxy/copy.js'

const MOST_WATCHES = 16
const READER_MILLISECONDS = 10_000

/** What is seen of one connection. */
export class Watch {
  readonly #copier: Copier
  #ending: Promise<void> | undefined

  constructor(copier: Copier) {
    this.#copier = copier
  }

  get hasRoom(): boolean {
    return this.#copier.hasRoom
  }

  onRoom(call: () => void): void {
    this.#copier.onRoom(call)
  }

  /** A whole message, as it passed. */
  see(stream: Stream, message: Uint8Array): void {
    if (message.length > 0) this.#copier.add(stream, oneLine(message))
  }

  note(event: EventEntry['event'], detail: string): void {
    this.#copier.note(event, detail)
  }

  end(): Promise<void> {
    this.#ending ??= this.#copier.end(READER_MILLISECONDS)
    return this.#ending
  }
}

export class Watches {
  readonly #make: (number: number, secrets: readonly string[]) => Copier
  readonly #onRemark: (text: string) => void
  readonly #open = new Set<Watch>()
  readonly #ending = new Set<Promise<void>>()
  #count = 0

  constructor(
    make: (number: number, secrets: readonly string[]) => Copier,
    onRemark: (text: string) => void,
  ) {
    this.#make = make
    this.#onRemark = onRemark
  }

  /** Begins a conversation. Of too many at the same time the oldest is not watched any longer; it goes on. */
  open(secrets: readonly string[]): Watch {
    const [oldest] = this.#open
    if (oldest !== undefined && this.#open.size >= MOST_WATCHES) {
      this.#onRemark(`more than ${MOST_WATCHES} connections: the oldest is no longer inspected, and goes on`)
      void this.end(oldest)
    }
    this.#count++
    const watch = new Watch(this.#make(this.#count, secrets))
    this.#open.add(watch)
    return watch
  }

  async end(watch: Watch): Promise<void> {
    this.#open.delete(watch)
    const ending = watch.end()
    this.#ending.add(ending)
    await ending
    this.#ending.delete(ending)
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#ending, ...[...this.#open].map(watch => this.end(watch))])
  }
}
