/** `relay-*`, `dialect-*` and `bridge-*`: what it costs that somebody stands between a client and its agent, in the same run. */
import { type Contestant, type Way, ways } from '../contestants/contestant.js'
import { median } from '../measure/median.js'
import { programFile, runProgram } from '../measure/program.js'
import type { ReadOrder, SayOrder, TurnsOrder } from '../scenario/order.js'
import type { Row } from './row.js'

// Straight and through take turns: a busy moment hits both.
const TIMES = 3

export const betweenRows: readonly Row[] = ways.flatMap(way => [latencyRow(way), streamRow(way)])

function latencyRow(way: Way): Row {
  const id = `${way}-latency`
  // An agent of version 2 asks its client for no files.
  const once = way.startsWith('bridge') ? turnOnce : readOnce
  return {
    id,
    figures: [{ id, unit: 'µs p50 added', better: 'less' }],
    // The others have nothing that stands between.
    contestants: ['parley'],
    async measure(contestant, { betweenReads: count }) {
      const added: number[] = []
      for (let run = 0; run < TIMES; run++) {
        const straight = await once(contestant, count)
        added.push((await once(contestant, count, way)) - straight)
      }
      return { [id]: median(added) }
    },
  }
}

function streamRow(way: Way): Row {
  const [id, rate] = [`${way}-stream`, `${way}-stream-rate`]
  return {
    id,
    figures: [
      { id, unit: 'x plain', better: 'less' },
      { id: rate, unit: 'updates/s', better: 'more' },
    ],
    contestants: ['parley'],
    async measure(contestant, { betweenUpdates: count }) {
      const [slower, rates]: [number[], number[]] = [[], []]
      for (let run = 0; run < TIMES; run++) {
        const straight = await sayOnce(contestant, count)
        const through = await sayOnce(contestant, count, way)
        slower.push(straight / through)
        rates.push(through)
      }
      return { [id]: median(slower), [rate]: median(rates) }
    },
  }
}

async function readOnce(contestant: Contestant, count: number, way?: Way): Promise<number> {
  const agentFile = programFile(contestant, 'agent')
  const order: ReadOrder = { play: 'read', agentFile, way, warmup: Math.ceil(count / 5), count, inFlight: 1 }
  // On two cores most of the time would be the kernel waking the other one.
  const { p50Micros } = await runProgram(programFile(contestant, 'client'), { order, oneCore: true })
  return p50Micros ?? Number.NaN
}

async function turnOnce(contestant: Contestant, count: number, way?: Way): Promise<number> {
  const agentFile = programFile(contestant, 'agent')
  const order: TurnsOrder = { play: 'turns', agentFile, way, warmup: Math.ceil(count / 5), count }
  const { p50Micros } = await runProgram(programFile(contestant, 'client'), { order, oneCore: true })
  return p50Micros ?? Number.NaN
}

async function sayOnce(contestant: Contestant, count: number, way?: Way): Promise<number> {
  const agentFile = programFile(contestant, 'agent')
  const order: SayOrder = { play: 'say', agentFile, way, count, awaited: true, readerMicros: 0 }
  return (await runProgram(programFile(contestant, 'client'), { order })).perSecond ?? Number.NaN
}
