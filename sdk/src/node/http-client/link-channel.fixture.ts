/** A channel over one link, for tests of links: no coming back, no sending again. */

import { type Channel, ConnectionError, type Delivery, type Outgoing } from '../../jsonrpc/index.js'
import { type Link, LinkLost, type OpenLink } from '../../transport/remote/link.js'

export function linkChannel(open: OpenLink): Channel {
  return new LinkChannel(open)
}

class LinkChannel implements Channel {
  readonly incoming: AsyncIterable<Delivery>
  readonly #open: OpenLink
  readonly #early: { readonly message: Outgoing; readonly text: string }[] = []
  #opening: Promise<Link> | undefined
  #link: Link | undefined
  #begin: (link: Promise<Link>) => void = () => {}

  constructor(open: OpenLink) {
    this.#open = open
    const begun = new Promise<Link>(resolve => {
      this.#begin = resolve
    })
    begun.catch(() => {})
    this.incoming = deliveries(begun)
  }

  send(message: Outgoing, text: string): Promise<void> | undefined {
    if (this.#link !== undefined) return this.#link.send(message, text)
    if (this.#opening === undefined) {
      this.#opening = this.#open({ message, text })
      this.#begin(this.#opening)
      this.#opening.then(
        link => {
          this.#link = link
          for (const each of this.#early) link.send(each.message, each.text)
        },
        () => {},
      )
    } else this.#early.push({ message, text })
    return undefined
  }

  async close(): Promise<void> {
    await (await this.#opening?.catch(() => undefined))?.close()
  }
}

async function* deliveries(begun: Promise<Link>): AsyncGenerator<Delivery> {
  try {
    const link = await begun
    for await (const arrivals of link.arrivals)
      yield { messages: arrivals.map(({ message }) => message), sizes: arrivals.map(({ size }) => size) }
  } catch (error) {
    if (!(error instanceof LinkLost)) throw error
    throw new ConnectionError('transport', error.message, { cause: error })
  }
}
