/** `slow-reader`: does memory stay bounded when the reader is slower than the writer, and when it is stuck? */
import { programFile, runProgram } from '../measure/program.js'
import type { SayOrder, StuckOrder } from '../scenario/order.js'
import type { Row } from './row.js'

const readerMicros = 20

export const slowReader: Row = {
  id: 'slow-reader',
  figures: [
    { id: 'slow-reader', unit: 'MB', better: 'less' },
    { id: 'slow-reader-growth-client', unit: 'MB', better: 'less' },
    { id: 'slow-reader-growth-agent', unit: 'MB', better: 'less' },
    { id: 'slow-reader-stuck-running', unit: 'handlers', better: 'less' },
    { id: 'slow-reader-stuck-growth', unit: 'MB', better: 'less' },
    { id: 'slow-reader-stuck-lost', unit: 'updates', better: 'less' },
  ],
  // Half a minute each, and a peak hardly varies.
  mostRuns: 1,
  async measure(contestant, sizes) {
    const agentFile = programFile(contestant, 'agent')
    const client = programFile(contestant, 'client')
    const slowOrder: SayOrder = {
      play: 'say',
      agentFile,
      count: sizes.slowUpdates,
      awaited: true,
      readerMicros,
    }
    const slow = await runProgram(client, { order: slowOrder })
    const { stuckUpdates: count, quietMilliseconds } = sizes
    const stuckOrder: StuckOrder = { play: 'stuck', agentFile, count, quietMilliseconds }
    const stuck = await runProgram(client, { order: stuckOrder })
    const growthClient = slow.growthClient ?? Number.NaN
    const growthAgent = slow.growthAgent ?? Number.NaN
    return {
      'slow-reader': Math.max(growthClient, growthAgent),
      'slow-reader-growth-client': growthClient,
      'slow-reader-growth-agent': growthAgent,
      'slow-reader-stuck-running': stuck.running ?? Number.NaN,
      'slow-reader-stuck-growth': stuck.growth ?? Number.NaN,
      'slow-reader-stuck-lost': stuck.lost ?? Number.NaN,
    }
  },
}
