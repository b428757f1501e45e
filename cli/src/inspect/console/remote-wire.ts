/** An agent that is elsewhere and the lines between us, raw on purpose, in the same hands as one that is started here. */

import type { Entry } from '@parley/acp/inspect'
import { openRemoteWire, type RemoteAddress, shownAddress, type Wire } from '@parley/conformance'
import { Dissector } from '../proxy/dissector.js'

/** What the console needs of a wire. */
export interface ConsoleWire {
  /** False where nobody listens any more. */
  send(text: string): boolean
  close(): Promise<void>
  readonly ended: Promise<unknown>
}

export interface RemoteWireOptions {
  /** Hears of everything that passes or happens, in order. */
  onEntry(entry: Entry): void
}

/** Reaches the agent; one that cannot be reached is told in the timeline. */
export async function reachWire(address: RemoteAddress, options: RemoteWireOptions): Promise<ConsoleWire> {
  return new RemoteConsoleWire(await openRemoteWire(address), shownAddress(address), options)
}

class RemoteConsoleWire implements ConsoleWire {
  readonly ended: Promise<unknown>
  readonly #wire: Wire
  readonly #options: RemoteWireOptions
  readonly #dissector = new Dissector()
  readonly #begun = performance.now()
  #isGone = false

  constructor(wire: Wire, shown: string, options: RemoteWireOptions) {
    this.#wire = wire
    this.#options = options
    this.#note('started', shown)
    wire.onStderr(text => this.#take('stderr', Buffer.from(text)))
    this.ended = Promise.all([this.#read(), this.#watch()])
  }

  send(text: string): boolean {
    if (this.#isGone) return false
    const bytes = Buffer.from(`${text.replace(/\s*[\r\n]+\s*/g, ' ')}\n`)
    this.#take('agent', bytes)
    this.#wire.send(bytes)
    return true
  }

  close(): Promise<void> {
    return this.#wire.close()
  }

  async #read(): Promise<void> {
    for await (const { bytes } of this.#wire.lines) this.#take('client', oneLine(bytes))
    this.#note('agent_closed', 'the agent closed its end')
  }

  async #watch(): Promise<void> {
    const how = await this.#wire.ended
    this.#isGone = true
    this.#note('exited', how)
  }

  #note(event: 'started' | 'agent_closed' | 'exited', detail: string): void {
    for (const { entry } of this.#dissector.dissect({ at: this.#now(), event, detail }))
      this.#options.onEntry(entry)
  }

  #take(stream: 'agent' | 'client' | 'stderr', bytes: Uint8Array): void {
    for (const { entry } of this.#dissector.dissect({ at: this.#now(), stream, bytes }))
      this.#options.onEntry(entry)
  }

  #now(): number {
    return performance.now() - this.#begun
  }
}

const NEWLINE = 10
const RETURN = 13
const SPACE = 32

/** A message as one line: breaks between the parts of JSON mean nothing, and inside of texts there are none. */
export function oneLine(bytes: Uint8Array): Uint8Array {
  const line = new Uint8Array(bytes.length + 1)
  line.set(bytes)
  for (let index = 0; index < bytes.length; index++)
    if (line[index] === NEWLINE || line[index] === RETURN) line[index] = SPACE
  line[bytes.length] = NEWLINE
  return line
}
