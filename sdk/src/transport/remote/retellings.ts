/** Sessions that are told again from the beginning, and where that ends: known by the numbers, which only the channel sees. */

import { RESET_METHOD, RETOLD_METHOD } from '../../protocol/remote.js'
import { fromEventId } from './event-id.js'

interface Retelling {
  readonly session: string
  /** What comes behind it was not told before. */
  readonly last: number
}

/** Whether a server is about to tell a session again. */
export function isReset(message: object): message is { readonly params?: unknown } {
  return 'method' in message && message.method === RESET_METHOD
}

export class Retellings {
  // An epoch belongs to one session.
  readonly #byEpoch = new Map<string, Retelling>()

  get isEmpty(): boolean {
    return this.#byEpoch.size === 0
  }

  /** Where the session begins to count, if the server says how it does; one that says nothing is taken to have told all. */
  begin(session: string, params: unknown): { readonly event: string | undefined; readonly told: object[] } {
    const { event } = (params ?? {}) as { readonly event?: unknown }
    const last = typeof event === 'string' ? fromEventId(event) : undefined
    for (const [epoch, each] of this.#byEpoch) if (each.session === session) this.#byEpoch.delete(epoch)
    if (last === undefined) return { event: undefined, told: [retold(session)] }
    if (last.number > 0) this.#byEpoch.set(last.epoch, { session, last: last.number })
    return { event: `${last.epoch}.0`, told: last.number > 0 ? [] : [retold(session)] }
  }

  /** What is to be said in front of an event, or (`isHeard`) behind it: that all has been told again. */
  endOf(event: string, isHeard: boolean): object | undefined {
    const { epoch, number } = fromEventId(event) ?? { epoch: '', number: 0 }
    const retelling = this.#byEpoch.get(epoch)
    if (retelling === undefined || number < (isHeard ? retelling.last : retelling.last + 1)) return undefined
    this.#byEpoch.delete(epoch)
    return retold(retelling.session)
  }
}

function retold(sessionId: string): object {
  return { jsonrpc: '2.0', method: RETOLD_METHOD, params: { sessionId } }
}
