/** `ws-*` and `http-*`: the agent is elsewhere. Rate with one client and with many, a turn's time, and an idle client's memory. */
import type { Contestant } from '../contestants/contestant.js'
import { programFile, type Readings, runProgram } from '../measure/program.js'
import type { RemoteOrder, RemoteTransport } from '../scenario/remote.js'
import type { Row } from './row.js'

export const webSocketRows = remoteRows('ws', 'websocket')
export const httpRows = remoteRows('http', 'http')

/** Each kind of order, without what is the same for all. */
type Play<Order> = Order extends RemoteOrder ? Omit<Order, 'serverFile' | 'transport'> : never

function remoteRows(prefix: string, transport: RemoteTransport): readonly Row[] {
  const play = (contestant: Contestant, order: Play<RemoteOrder>, oneCore = false): Promise<Readings> => {
    const serverFile = programFile(contestant, 'remote-server')
    const whole = { serverFile, transport, ...order }
    return runProgram(programFile(contestant, 'remote-client'), { order: whole, oneCore })
  }
  return [streamRow(prefix, play), latencyRow(prefix, play), idleRow(prefix, play)]
}

type Player = (contestant: Contestant, order: Play<RemoteOrder>, oneCore?: boolean) => Promise<Readings>

function streamRow(prefix: string, play: Player): Row {
  const [id, many] = [`${prefix}-stream`, `${prefix}-stream-many`]
  return {
    id,
    figures: [
      { id, unit: 'updates/s', better: 'more' },
      { id: many, unit: 'updates/s', better: 'more' },
    ],
    async measure(contestant, { remoteUpdates, remoteConnections, remoteUpdatesEach }) {
      const one = await play(contestant, { play: 'stream', connections: 1, updatesEach: remoteUpdates })
      const all = await play(contestant, {
        play: 'stream',
        connections: remoteConnections,
        updatesEach: remoteUpdatesEach,
      })
      return { [id]: one.perSecond ?? Number.NaN, [many]: all.perSecond ?? Number.NaN }
    },
  }
}

function latencyRow(prefix: string, play: Player): Row {
  const id = `${prefix}-latency`
  return {
    id,
    figures: [{ id, unit: 'µs p50', better: 'less' }],
    async measure(contestant, { remoteTurns: count }) {
      // On two cores most of the time would be the kernel waking the other one.
      const { p50Micros } = await play(
        contestant,
        { play: 'turns', warmup: Math.ceil(count / 4), count },
        true,
      )
      return { [id]: p50Micros ?? Number.NaN }
    },
  }
}

function idleRow(prefix: string, play: Player): Row {
  const [id, heap] = [`${prefix}-idle`, `${prefix}-idle-heap`]
  return {
    id,
    figures: [
      { id, unit: 'kB/connection', better: 'less' },
      { id: heap, unit: 'kB/connection', better: 'less' },
    ],
    async measure(contestant, { remoteConnections: connections }) {
      const { kilobytes, settledKilobytes } = await play(contestant, { play: 'idle', connections })
      return { [id]: settledKilobytes ?? Number.NaN, [heap]: kilobytes ?? Number.NaN }
    },
  }
}
