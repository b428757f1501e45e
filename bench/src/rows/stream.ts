/** `stream` and `burst`: chunks of an answer over stdio between two real processes, sends awaited or not. */
import type { Contestant } from '../contestants/contestant.js'
import { programFile, type Readings, runProgram } from '../measure/program.js'
import type { SayOrder } from '../scenario/order.js'
import type { Row } from './row.js'

export const stream = sayRow('stream', true)
export const burst = sayRow('burst', false)

function sayRow(id: string, awaited: boolean): Row {
  return {
    id,
    figures: [
      { id, unit: 'updates/s', better: 'more' },
      { id: `${id}-cpu`, unit: 's/million', better: 'less' },
      { id: `${id}-peak-client`, unit: 'MB', better: 'less' },
      { id: `${id}-peak-agent`, unit: 'MB', better: 'less' },
    ],
    async measure(contestant, sizes) {
      const readings = await say(contestant, { count: sizes.streamUpdates, awaited, readerMicros: 0 })
      return {
        [id]: readings.perSecond ?? Number.NaN,
        [`${id}-cpu`]: readings.cpuSecondsPerMillion ?? Number.NaN,
        [`${id}-peak-client`]: readings.peakClient ?? Number.NaN,
        [`${id}-peak-agent`]: readings.peakAgent ?? Number.NaN,
      }
    },
  }
}

function say(contestant: Contestant, how: Omit<SayOrder, 'play' | 'agentFile'>): Promise<Readings> {
  const order: SayOrder = { play: 'say', agentFile: programFile(contestant, 'agent'), ...how }
  return runProgram(programFile(contestant, 'client'), { order })
}
