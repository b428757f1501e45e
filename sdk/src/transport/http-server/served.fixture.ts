/** A channel over a port as plain as can be: one log per stream that forgets nothing, and a cursor in each. */

import type { Channel, Delivery, Outgoing } from '../../jsonrpc/index.js'
import type { Listening, ListeningRefusal, Outlet, Port } from '../remote/port.js'
import { Routing, sessionMade } from '../remote/routing.js'

interface Log {
  readonly texts: string[]
  cursor: number
  outlet: Outlet | undefined
}

export function served(port: Port): Channel {
  const routing = new Routing()
  const logs = new Map<string | undefined, Log>()
  const logOf = (session: string | undefined): Log => {
    const log = logs.get(session) ?? { texts: [], cursor: 0, outlet: undefined }
    logs.set(session, log)
    return log
  }
  logOf(undefined)
  const pump = async (log: Log): Promise<void> => {
    const { outlet } = log
    while (outlet !== undefined && log.outlet === outlet && log.cursor < log.texts.length) {
      const text = log.texts[log.cursor++]!
      const room = outlet.write(text, `e.${log.cursor}`)
      if (room) await Promise.race([room, outlet.closed])
    }
  }
  port.onListen = ({ session, after, isKnown, outlet }: Listening): ListeningRefusal | undefined => {
    if (!logs.has(session) && isKnown !== true) return 'unknown'
    const log = logOf(session)
    if (after !== undefined) log.cursor = Number(after.split('.')[1])
    log.outlet = outlet
    void outlet.closed.then(() => {
      if (log.outlet === outlet) log.outlet = undefined
    })
    void pump(log)
    return undefined
  }
  return {
    incoming: noted(port.incoming, routing),
    send(message: Outgoing, text: string): undefined {
      const session = routing.streamOf(message)
      const made = sessionMade(message)
      if (made !== undefined) logOf(made)
      const log = logOf(session)
      log.texts.push(text)
      if (log.texts.length === log.cursor + 1) void pump(log)
    },
    close: () => port.close(),
  }
}

async function* noted(incoming: AsyncIterable<Delivery>, routing: Routing): AsyncGenerator<Delivery> {
  for await (const delivery of incoming) {
    for (const message of delivery.messages) routing.note(message)
    yield delivery
  }
}
