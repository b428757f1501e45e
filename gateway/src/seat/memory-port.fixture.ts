/** A port without a network: streams are listened to, dropped and listened to again, and an outlet may be slow. */
import type { Delivery } from '@parley/acp/jsonrpc'
import type { Listening, ListeningRefusal, Outlet, Port } from '@parley/acp/transport'

export interface Heard {
  readonly text: string
  readonly message: Readonly<Record<string, unknown>>
  readonly id: string | undefined
}

/** Where one listening ends: keeps what it was told. */
export class Ear implements Outlet {
  readonly heard: Heard[] = []
  readonly closed: Promise<void>
  isOpen = true
  isSlow = false
  /** What it is told gets lost on the way. */
  isDeaf = false
  readonly #onHeard: (heard: Heard) => void
  #close: () => void = () => {}
  #room: (() => void)[] = []

  constructor(onHeard: (heard: Heard) => void) {
    this.#onHeard = onHeard
    this.closed = new Promise(resolve => {
      this.#close = resolve
    })
  }

  write(text: string, id?: string): Promise<void> | undefined {
    // What is said to a line that is cut is lost, as on a network.
    if (!this.isOpen || this.isDeaf) return undefined
    const heard = { text, message: JSON.parse(text), id }
    this.heard.push(heard)
    this.#onHeard(heard)
    return this.isSlow ? new Promise(resolve => this.#room.push(resolve)) : undefined
  }

  /** A slow one takes what it was given. */
  makeRoom(): void {
    const room = this.#room
    this.#room = []
    for (const resolve of room) resolve()
  }

  close(): void {
    this.isOpen = false
    this.#close()
  }
}

/** A client's end of a port. */
export interface HandPort {
  readonly isClosed: boolean
  say(message: object): void
  listen(
    where: Pick<Listening, 'session' | 'after'>,
    onHeard: (heard: Heard) => void,
  ): Promise<Ear | ListeningRefusal>
  close(): Promise<void>
}

export class MemoryPort implements Port, HandPort {
  readonly id = globalThis.crypto.randomUUID()
  readonly incoming: AsyncIterable<Delivery>
  onListen: Port['onListen'] = () => 'unknown'
  isClosed = false
  readonly ears = new Set<Ear>()
  #queue: unknown[] = []
  #wake: () => void = () => {}
  #isDraining = false

  constructor() {
    this.incoming = this.#read()
  }

  say(message: object): void {
    this.#queue.push(JSON.parse(JSON.stringify({ jsonrpc: '2.0', ...message })))
    this.#wake()
  }

  async listen(
    where: Pick<Listening, 'session' | 'after'>,
    onHeard: (heard: Heard) => void,
  ): Promise<Ear | ListeningRefusal> {
    const ear = new Ear(onHeard)
    const refusal = await this.onListen({ ...where, outlet: ear })
    if (refusal !== undefined) return refusal
    this.ears.add(ear)
    return ear
  }

  /** Hears nothing more. */
  drain(): void {
    this.#isDraining = true
    this.#wake()
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const ear of this.ears) ear.close()
    this.#wake()
  }

  async *#read(): AsyncGenerator<Delivery> {
    while (!(this.isClosed || this.#isDraining) || this.#queue.length > 0) {
      const messages = this.#queue
      this.#queue = []
      if (messages.length > 0) yield { messages, sizes: messages.map(() => 100) }
      else
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
    }
  }
}
