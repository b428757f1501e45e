/** `large-64mb` and `large-64mb-chunks`: one huge message, from a process and in tiny pieces, and whether cost is linear. */
import type { Contestant } from '../contestants/contestant.js'
import { programFile, runProgram } from '../measure/program.js'
import type { Order } from '../scenario/order.js'
import type { Row } from './row.js'

const tinyChunkBytes = 64

export const large = largeRow('large-64mb', (contestant, bytes) => ({
  play: 'large',
  agentFile: programFile(contestant, 'agent'),
  bytes,
}))

export const largeChunks = largeRow('large-64mb-chunks', (_contestant, bytes) => ({
  play: 'large-chunks',
  bytes,
  chunkBytes: tinyChunkBytes,
}))

function largeRow(id: string, toOrder: (contestant: Contestant, bytes: number) => Order): Row {
  const time = async (contestant: Contestant, bytes: number): Promise<number> => {
    const order = toOrder(contestant, bytes)
    const { milliseconds } = await runProgram(programFile(contestant, 'client'), { order })
    return milliseconds ?? Number.NaN
  }
  return {
    id,
    figures: [
      { id, unit: 'ms', better: 'less' },
      { id: `${id}-linearity`, unit: 'x a quarter', better: 'less' },
    ],
    async measure(contestant, { largeBytes }) {
      const whole = await time(contestant, largeBytes)
      const quarter = await time(contestant, largeBytes / 4)
      return { [id]: whole, [`${id}-linearity`]: whole / 4 / quarter }
    },
  }
}
