/** The channel of a crooked client: a fault between the honest client and its agent. A new beginning is as crooked. */

import { type Channel, type Delivery, Malformed, type Outgoing } from '@parley/acp/jsonrpc'
import type { Json } from '../wire/arrivals.js'
import type { ClientFault } from './client-fault.js'
import type { About, Hooks } from './fault.js'

/** A channel that can be ended and begun anew. */
interface Reopenable extends Channel {
  reopen(): Promise<Reopenable>
}

export function crookedClientChannel(inner: Channel, fault: ClientFault): Channel {
  const asked = new Questions()
  const send = (message: unknown): Promise<void> | undefined =>
    inner.send(message as Outgoing, JSON.stringify(message))
  const hooks =
    fault.begin?.({
      send: message => void send(message),
      write: text => void inner.send([], String(text)),
      receive: () => {},
    }) ?? {}
  const crooked: Channel = {
    incoming: crookedly(inner, hooks, asked),
    send(message) {
      const about = asked.passing({ ...message }, 'out')
      let room: Promise<void> | undefined
      for (const each of hooks.outgoing?.({ ...message }, about) ?? [message]) room = send(each)
      return room
    },
    close: () => inner.close(),
  }
  if (!isReopenable(inner)) return crooked
  const reopen = async (): Promise<Channel> => crookedClientChannel(await inner.reopen(), fault)
  return Object.assign(crooked, { reopen })
}

async function* crookedly(inner: Channel, hooks: Hooks, asked: Questions): AsyncGenerator<Delivery> {
  for await (const { messages, sizes } of inner.incoming) {
    const instead = messages.flatMap(message => {
      if (!isJson(message)) return [message]
      const about = asked.passing(message, 'in')
      return hooks.incoming?.(message, about) ?? [message]
    })
    yield { messages: instead, sizes: instead.map((_, index) => sizes[index] ?? 1) }
  }
}

/** Which request an answer belongs to, in either direction. */
class Questions {
  readonly #open = new Map<string, About>()

  passing({ id, method, params }: Json, way: 'in' | 'out'): About {
    if (id === undefined) return {}
    if (typeof method === 'string') {
      this.#open.set(`${way} ${typeof id} ${id}`, { method, params: isJson(params) ? params : {} })
      return {}
    }
    return this.#open.get(`${way === 'in' ? 'out' : 'in'} ${typeof id} ${id}`) ?? {}
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Malformed)
}

function isReopenable(channel: Channel): channel is Reopenable {
  return 'reopen' in channel && typeof channel.reopen === 'function'
}
