/** A link with what came over it, and words to speak with; for tests of links. */

import type { Outgoing } from '../../jsonrpc/index.js'
import { type HttpLinksOptions, httpLinks } from '../../transport/index.js'
import type { Arrival, Link, LinkLost, Opening, OpenLink, Resumption } from '../../transport/remote/link.js'
import { nodeHttpCarrier } from './node-carrier.js'

export const opening: Opening = toOpening({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} })

function toOpening(message: Outgoing): Opening {
  return { message, text: JSON.stringify(message) }
}

export class HeardLink implements AsyncDisposable {
  readonly link: Link
  readonly arrivals: Arrival[] = []
  readonly confirmed: number[] = []
  /** Resolves with how it was lost; nothing: it was closed. */
  readonly lost: Promise<LinkLost | undefined>
  readonly #waiting = new Set<() => void>()

  constructor(link: Link) {
    this.link = link
    link.onConfirmed = count => this.confirmed.push(count)
    this.lost = this.#listen()
  }

  static async open(options: HttpLinksOptions, resumption?: Resumption): Promise<HeardLink> {
    return HeardLink.with(httpLinks(nodeHttpCarrier(), options), resumption)
  }

  static async with(links: OpenLink, resumption?: Resumption): Promise<HeardLink> {
    return new HeardLink(await links(opening, resumption))
  }

  say(message: object): Promise<void> | undefined {
    const whole = { jsonrpc: '2.0', ...message } as Outgoing
    return this.link.send(whole, JSON.stringify(whole))
  }

  request(id: number, method: string, sessionId?: string): void {
    this.say({ id, method, params: sessionId === undefined ? {} : { sessionId } })
  }

  notify(method: string, sessionId?: string): void {
    this.say({ method, params: sessionId === undefined ? {} : { sessionId } })
  }

  /** The answer that came for a request, sooner or later. */
  async answer(id: number): Promise<{ result?: unknown; error?: { code: number; data: object } }> {
    const find = () => this.messages.find(message => message.id === id && message.method === undefined)
    await this.until(() => find() !== undefined)
    return find() as never
  }

  get messages(): { id?: number; method?: string; params?: Record<string, unknown> }[] {
    return this.arrivals.map(({ message }) => message as object)
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>(resolve => {
        this.#waiting.add(resolve)
      })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.link.close()
  }

  async #listen(): Promise<LinkLost | undefined> {
    try {
      for await (const arrivals of this.link.arrivals) {
        this.arrivals.push(...arrivals)
        for (const go of this.#waiting) go()
        this.#waiting.clear()
      }
      return undefined
    } catch (error) {
      return error as LinkLost
    }
  }
}
