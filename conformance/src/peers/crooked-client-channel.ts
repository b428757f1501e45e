/** The channel of a crooked client: a fault between the honest client and its agent. A new beginning is as crooked. */

import type { Channel, Outgoing } from '@parley/acp/jsonrpc'
import type { ClientFault } from './client-fault.js'
import { crookedly, Questions } from './crooked-channel.js'

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

function isReopenable(channel: Channel): channel is Reopenable {
  return 'reopen' in channel && typeof channel.reopen === 'function'
}
