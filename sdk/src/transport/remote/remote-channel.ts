/**
 * The client's one channel to a server that is elsewhere, over as many links as it takes: when one breaks, the next
 * goes on where it ended, so that whoever uses the channel misses nothing and hears nothing twice.
 */

import { type Channel, ConnectionError, type Delivery, type Outgoing } from '../../jsonrpc/index.js'
import { openable, within } from '../../jsonrpc/waiting.js'
import { ArrivalSieve } from './arrival-sieve.js'
import { BackOff, type ReconnectOptions } from './back-off.js'
import { askingDelivery } from './delivery-mark.js'
import type { Arrival, Link, LinkLost, Opening, OpenLink } from './link.js'
import { LinkWriter } from './link-writer.js'
import { Outbox } from './outbox.js'
import { PromptKeys } from './prompt-key.js'
import { givenUp, lostForGood, neverReached, type RemoteState, reasonOf, toLinkLost } from './remote-state.js'
import { isOpening } from './routing.js'

/** How a remote server is dealt with. */
export interface RemoteOptions {
  readonly retry?: ReconnectOptions | undefined
  /** Is told whenever it stands differently with the connection. Must not throw. */
  readonly onState?: ((state: RemoteState) => void) | undefined
}

/** A channel that outlives the network, and says how it stands. */
export interface RemoteChannel extends Channel {
  readonly state: RemoteState
  /** Ends this connection and begins another in the same way. */
  reopen(): Promise<RemoteChannel>
}

const CLOSE_MILLISECONDS = 5_000

/** A channel over links. The first message sent opens the connection. */
export function remoteChannel(openLink: OpenLink, options: RemoteOptions = {}): RemoteChannel {
  return new LinkedChannel(openLink, options)
}

interface Current {
  readonly link: Link
  readonly arrivals: AsyncIterator<Arrival[]>
}

class LinkedChannel implements RemoteChannel {
  readonly incoming: AsyncIterableIterator<Delivery>
  readonly #openLink: OpenLink
  readonly #options: RemoteOptions
  readonly #backOff: BackOff
  readonly #outbox = new Outbox()
  readonly #writer = new LinkWriter(this.#outbox)
  readonly #sieve = new ArrivalSieve(this.#outbox)
  readonly #keys = new PromptKeys()
  readonly #begun = openable()
  readonly #over = openable()
  #state: RemoteState = { status: 'connecting' }
  #opening: Opening | undefined
  #connecting: Promise<Current> | undefined
  #current: Current | undefined
  #connectionId: string | undefined
  #isRecoverable: boolean | undefined
  #end: { readonly reason: string; error: ConnectionError | undefined } | undefined
  #closing: Promise<void> | undefined

  constructor(openLink: OpenLink, options: RemoteOptions) {
    this.#openLink = openLink
    this.#options = options
    this.#backOff = new BackOff(options.retry ?? {})
    this.incoming = {
      [Symbol.asyncIterator]: () => this.incoming,
      next: () => this.#next(),
      return: async () => ({ done: true, value: undefined }),
    }
  }

  get state(): RemoteState {
    return this.#state
  }

  send(message: Outgoing, text: string): Promise<void> | undefined {
    if (this.#end !== undefined) throw new ConnectionError('closed', this.#end.reason)
    if (this.#closing !== undefined) throw new ConnectionError('closed', 'the channel is closed')
    if (this.#opening === undefined) return this.#begin(message, text)
    this.#sieve.note(message)
    const isRecoverable = this.#current?.link.isRecoverable ?? this.#isRecoverable
    return this.#writer.write(message, isRecoverable ? this.#keys.textOf(message, text) : text)
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish()
    return this.#closing
  }

  async reopen(): Promise<RemoteChannel> {
    await this.close()
    return remoteChannel(this.#openLink, this.#options)
  }

  #begin(message: Outgoing, text: string): undefined {
    this.#sieve.note(message)
    const asking = isOpening(message) ? askingDelivery(message) : undefined
    this.#opening =
      asking === undefined ? { message, text } : { message: asking, text: JSON.stringify(asking) }
    this.#connecting = this.#connect(this.#opening)
    // Whoever reads learns of its failure.
    this.#connecting.catch(() => {})
    this.#begun.open()
  }

  async #next(): Promise<IteratorResult<Delivery, undefined>> {
    if (this.#opening === undefined) await Promise.race([this.#begun.promise, this.#over.promise])
    while (this.#end === undefined) {
      try {
        const { arrivals } = this.#current ?? (await this.#linked())
        const result = await arrivals.next()
        if (result.done) throw new ConnectionError('closed', 'the server closed the connection')
        const delivery = this.#heard(result.value)
        // Somebody has waited for it for long, in promises that the collector takes for old: with what they hold they would
        // keep all that has come until it looks at them again.
        result.value.length = 0
        if (delivery.messages.length > 0) return { done: false, value: delivery }
      } catch (error) {
        await this.#recover(error)
      }
    }
    const { error } = this.#end
    this.#end.error = undefined
    if (error !== undefined) throw error
    return { done: true, value: undefined }
  }

  #heard(arrivals: readonly Arrival[]): Delivery {
    this.#backOff.prospered()
    const delivery = this.#sieve.sift(arrivals)
    // On a new connection nothing is said before it is known who answers there.
    if (this.#writer.isSilent && !this.#sieve.awaitsGreeting) {
      this.#writer.isSilent = false
      this.#writer.flush()
    }
    return delivery
  }

  async #linked(): Promise<Current> {
    if (this.#opening !== undefined) this.#connecting ??= this.#connect(this.#opening)
    const current = await Promise.race([this.#connecting, this.#over.promise])
    if (!current) throw new ConnectionError('closed', 'the channel is closed')
    return current
  }

  async #connect(opening: Opening): Promise<Current> {
    this.#become({ status: 'connecting' })
    const connectionId = this.#connectionId
    const resumption =
      this.#isRecoverable === undefined
        ? undefined
        : { connectionId, positions: this.#sieve.positions.toMap() }
    const link = await this.#openLink(opening, resumption)
    if (this.#end !== undefined) {
      link.close().catch(() => {})
      throw new ConnectionError('closed', this.#end.reason)
    }
    if (connectionId !== undefined) this.#outbox.rewind(link.received)
    return this.#adopt(link)
  }

  #adopt(link: Link): Current {
    const current = { link, arrivals: link.arrivals[Symbol.asyncIterator]() }
    this.#connectionId = link.connectionId
    this.#isRecoverable = link.isRecoverable
    this.#current = current
    this.#connecting = undefined
    this.#backOff.opened()
    this.#become({ status: 'open' })
    this.#writer.use(link)
    return current
  }

  /** Waits until it is time for the next try, or ends the channel where there is no use in one. */
  async #recover(error: unknown): Promise<void> {
    if (this.#end !== undefined) return
    if (error instanceof ConnectionError) return this.#conclude(error)
    const lost = toLinkLost(error)
    // A server that numbers without saying so is known by its first number.
    if (this.#current !== undefined) this.#isRecoverable = this.#current.link.isRecoverable
    this.#current = undefined
    this.#writer.use(undefined)
    this.#connecting = undefined
    if (this.#isRecoverable === undefined && lost.end !== 'refused') return this.#conclude(neverReached(lost))
    if (!this.#isRecoverable || lost.end === 'refused') return this.#conclude(lostForGood(lost))
    if (lost.end === 'forgotten') this.#beginAnew()
    const delay = this.#backOff.next(lost.retryAfter)
    if (delay === undefined) return this.#conclude(givenUp(lost, this.#backOff.tried))
    await this.#wait(delay, lost)
  }

  /** The server knows us no more: the same opening on a new connection, and all again that may have been lost. */
  #beginAnew(): void {
    this.#connectionId = undefined
    this.#sieve.fail(this.#outbox.restart())
    this.#sieve.positions.forgetOwn()
    this.#sieve.awaitsGreeting = true
    this.#writer.isSilent = true
  }

  async #wait(milliseconds: number, lost: LinkLost): Promise<void> {
    const { attempt, now } = this.#backOff
    this.#become({ status: 'waiting', until: now() + milliseconds, attempt, reason: reasonOf(lost) })
    const wait = this.#options.retry?.wait
    if (wait === undefined) await within(milliseconds, this.#over.promise)
    else await Promise.race([wait(milliseconds), this.#over.promise])
  }

  async #finish(): Promise<void> {
    // What was accepted before the first link is there is still to go out.
    if (this.#connecting !== undefined && this.#isRecoverable === undefined)
      await within(CLOSE_MILLISECONDS, this.#connecting)
    const current = this.#current
    this.#writer.end()
    this.#conclude(undefined)
    await current?.link.close()
  }

  #conclude(error: ConnectionError | undefined): void {
    if (this.#end !== undefined) return
    const reason = error?.message ?? 'the channel is closed'
    this.#end = { reason, error }
    this.#over.open()
    this.#writer.end()
    this.#become({ status: 'closed', reason })
    if (error !== undefined) this.#current?.link.close().catch(() => {})
  }

  #become(state: RemoteState): void {
    this.#state = state
    this.#options.onState?.(state)
  }
}
