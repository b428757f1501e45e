/** A network in memory: real ports and real links over sockets that can be cut at any point, forgotten, or told to lose confirmations. */

import { type Delivery, decode, type Outgoing, withDefaults } from '../../jsonrpc/index.js'
import { openable } from '../../jsonrpc/waiting.js'
import { asksDelivery, deliveryPromised } from './delivery-mark.js'
import { BEGINNING } from './event-id.js'
import { type Arrival, type Link, LinkLost, type Opening, type OpenLink, type Resumption } from './link.js'
import type { Outlet, Port } from './port.js'
import { isOpening } from './routing.js'

const limits = withDefaults(undefined)

interface Frame {
  readonly text: string
  readonly id?: string | undefined
}

/** One way of a socket. */
class Pipe<Item extends { readonly text: string }> {
  readonly items: Item[] = []
  readonly #most: number
  #characters = 0
  #wake: ReturnType<typeof openable> | undefined
  #room: ReturnType<typeof openable> | undefined

  constructor(most: number) {
    this.#most = most
  }

  push(item: Item): Promise<void> | undefined {
    this.items.push(item)
    this.#characters += item.text.length
    this.wake()
    if (this.#characters <= this.#most) return undefined
    this.#room ??= openable()
    return this.#room.promise
  }

  take(most: number): readonly Item[] {
    const taken = this.items.splice(0, most)
    for (const { text } of taken) this.#characters -= text.length
    if (this.#characters <= this.#most) {
      this.#room?.open()
      this.#room = undefined
    }
    return taken
  }

  changed(): Promise<void> {
    this.#wake ??= openable()
    return this.#wake.promise
  }

  wake(): void {
    this.#wake?.open()
    this.#wake = undefined
  }
}

/** One socket, until it is cut or either side ends it. */
class Wire {
  readonly up: Pipe<Frame>
  readonly down: Pipe<Frame>
  readonly over = openable()
  end: 'cut' | 'left' | 'closed' | undefined
  reason = ''
  onConfirmed: (count: number) => void = () => {}

  constructor(room: number) {
    this.up = new Pipe(room)
    this.down = new Pipe(room)
  }

  finish(end: 'cut' | 'left' | 'closed', reason = ''): void {
    this.end ??= end
    this.reason ||= reason
    this.over.open()
    this.up.wake()
    this.down.wake()
  }

  outlet(): Outlet {
    const closed = openable()
    void this.over.promise.then(closed.open)
    return {
      write: (text, id) => (this.end === undefined ? this.down.push({ text, id }) : undefined),
      close: closed.open,
      closed: closed.promise,
    }
  }
}

export class MemoryPort implements Port {
  readonly id = globalThis.crypto.randomUUID()
  readonly incoming: AsyncIterable<Delivery>
  readonly isResumable: boolean
  onListen: Port['onListen'] = () => 'unknown'
  received = 0
  closedBecause: string | undefined
  readonly #network: MemoryNetwork
  readonly #sessions = new Set<string>()
  #wire: Wire | undefined
  #wired = openable()
  #isOver = false

  constructor(network: MemoryNetwork, isResumable: boolean) {
    this.#network = network
    this.isResumable = isResumable
    this.incoming = this.#receive()
  }

  announce(session: string): void {
    this.#sessions.add(session)
    if (this.#wire?.end === undefined) this.#listen(session, undefined)
  }

  async close(reason = ''): Promise<void> {
    this.closedBecause ??= reason
    this.#network.ports.delete(this.id)
    this.#isOver = true
    this.#wire?.finish('closed', reason)
    this.#wired.open()
  }

  async attach(wire: Wire, resumption?: Resumption): Promise<void> {
    this.#wire?.finish('cut')
    this.#wire = wire
    this.#wired.open()
    this.#wired = openable()
    const afterOf = (session: string | undefined): string | undefined =>
      resumption && (resumption.positions.get(session) ?? BEGINNING)
    this.#listen(undefined, afterOf(undefined))
    const sessions = new Set([...this.#sessions, ...(resumption?.positions.keys() ?? [])])
    for (const session of sessions) if (session !== undefined) this.#listen(session, afterOf(session))
  }

  #listen(session: string | undefined, after: string | undefined): void {
    if (this.#wire !== undefined) void this.onListen({ session, after, outlet: this.#wire.outlet() })
  }

  async *#receive(): AsyncGenerator<Delivery> {
    while (!this.#isOver) {
      const wire = this.#wire
      const taken = wire === undefined || wire.end === 'cut' ? [] : wire.up.take(this.#network.some())
      if (taken.length > 0) {
        this.received += taken.length
        if (!this.#network.losesConfirmations()) wire?.onConfirmed(this.received)
        yield {
          messages: taken.map(({ text }) => decode(text, limits)),
          sizes: taken.map(({ text }) => text.length),
        }
      } else if (wire?.end === 'left' || (wire?.end === 'cut' && !this.isResumable)) await this.close()
      else if (wire === undefined || wire.end === 'cut') await this.#wired.promise
      else await wire.up.changed()
    }
  }
}

export class MemoryNetwork {
  readonly ports = new Map<string, MemoryPort>()
  readonly openLink: OpenLink = (opening, resumption) => this.#open(opening, resumption)
  /** What becomes of a new connection. */
  serve: (port: MemoryPort) => void = () => {}
  /** Whether connections end with their sockets. */
  isPlain = false
  /** Characters that a socket takes before it asks to wait. */
  room = 64 * 1024
  /** How many messages are read at once. */
  some: () => number = () => 100
  losesConfirmations: () => boolean = () => false
  /** Why nothing can be reached, while that is so. */
  outage: LinkLost | undefined
  tries = 0
  #wires: Wire[] = []

  /** Cuts every socket; what is on its way is lost. */
  cut(): void {
    for (const wire of this.#wires) wire.finish('cut')
    this.#wires = []
  }

  /** The server knows none of its connections any more. */
  forget(): void {
    this.ports.clear()
    this.cut()
  }

  async #open(opening: Opening, resumption: Resumption | undefined): Promise<Link> {
    this.tries++
    await Promise.resolve()
    if (this.outage !== undefined) throw this.outage
    const wire = new Wire(this.room)
    this.#wires.push(wire)
    return resumption?.connectionId === undefined
      ? await this.#begin(wire, opening)
      : await this.#resume(wire, resumption, resumption.connectionId)
  }

  async #begin(wire: Wire, opening: Opening): Promise<Link> {
    const isResumable = !this.isPlain && isOpening(opening.message) && asksDelivery(opening.message)
    const port = new MemoryPort(this, isResumable)
    this.ports.set(port.id, port)
    void wire.up.push({ text: opening.text })
    this.serve(port)
    await port.attach(wire)
    while (wire.down.items.length === 0) {
      if (wire.end !== undefined) throw lost(wire)
      await wire.down.changed()
    }
    const [answer] = wire.down.items
    const promised = deliveryPromised(JSON.parse(answer?.text ?? 'null'))
    return new MemoryLink(wire, this, { connectionId: promised, received: 1 })
  }

  async #resume(wire: Wire, resumption: Resumption, connectionId: string): Promise<Link> {
    const port = this.ports.get(connectionId)
    if (port === undefined) throw new LinkLost('forgotten', 'there is no such connection')
    const link = new MemoryLink(wire, this, { connectionId, received: port.received })
    await port.attach(wire, resumption)
    return link
  }
}

class MemoryLink implements Link {
  readonly connectionId: string | undefined
  readonly isRecoverable: boolean
  readonly received: number
  readonly arrivals: AsyncIterable<Arrival[]>
  readonly #wire: Wire
  readonly #network: MemoryNetwork

  constructor(
    wire: Wire,
    network: MemoryNetwork,
    state: { readonly connectionId: string | undefined; readonly received: number },
  ) {
    this.#wire = wire
    this.#network = network
    this.connectionId = state.connectionId
    this.isRecoverable = state.connectionId !== undefined
    this.received = state.received
    this.arrivals = this.#receive()
  }

  set onConfirmed(listener: (count: number) => void) {
    this.#wire.onConfirmed = listener
  }

  send(_message: Outgoing, text: string): Promise<void> | undefined {
    return this.#wire.end === undefined ? this.#wire.up.push({ text }) : undefined
  }

  async close(): Promise<void> {
    this.#wire.finish('left')
  }

  async *#receive(): AsyncGenerator<Arrival[]> {
    for (;;) {
      const { end, down } = this.#wire
      if (end === 'left') return
      const frames = end === 'cut' ? [] : down.take(this.#network.some())
      if (frames.length > 0) yield frames.map(toArrival)
      else if (end !== undefined) throw lost(this.#wire)
      else await down.changed()
    }
  }
}

function toArrival({ text, id }: Frame): Arrival {
  return { message: decode(text, limits), size: text.length, event: id }
}

function lost({ end, reason }: Wire): LinkLost {
  return end === 'cut'
    ? new LinkLost('dropped', 'the socket was cut')
    : new LinkLost('refused', reason || 'the server closed the connection')
}
