/** `roundtrip-1` and `roundtrip-256`: `fs/read_text_file` from agent to client, one at a time and many in flight. */
import { programFile, runProgram } from '../measure/program.js'
import type { ReadOrder } from '../scenario/order.js'
import type { Row } from './row.js'

export const roundtripOne: Row = {
  id: 'roundtrip-1',
  figures: [{ id: 'roundtrip-1', unit: 'µs p50', better: 'less' }],
  async measure(contestant, { reads }) {
    const order = readOrder(programFile(contestant, 'agent'), reads, 1)
    // On two cores most of the time would be the kernel waking the other one.
    const readings = await runProgram(programFile(contestant, 'client'), { order, oneCore: true })
    return { 'roundtrip-1': readings.p50Micros ?? Number.NaN }
  },
}

export const roundtripMany: Row = {
  id: 'roundtrip-256',
  figures: [{ id: 'roundtrip-256', unit: 'requests/s', better: 'more' }],
  async measure(contestant, { readsInFlight }) {
    const order = readOrder(programFile(contestant, 'agent'), readsInFlight, 256)
    const readings = await runProgram(programFile(contestant, 'client'), { order })
    return { 'roundtrip-256': readings.perSecond ?? Number.NaN }
  },
}

function readOrder(agentFile: string, count: number, inFlight: number): ReadOrder {
  return { play: 'read', agentFile, warmup: Math.ceil(count / 5), count, inFlight }
}
