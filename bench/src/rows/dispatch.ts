/** `dispatch-*`: from bytes in memory through validation to the handler, in CPU per message. */
import type { MessageKind } from '../contestants/contestant.js'
import { programFile, runProgram } from '../measure/program.js'
import type { DispatchOrder } from '../scenario/order.js'
import type { Row } from './row.js'

export const dispatchChunk = dispatchRow('chunk', 1)
export const dispatchToolUpdate = dispatchRow('tool-update', 0.6)
export const dispatchPlan = dispatchRow('plan', 0.3)

/** Costlier messages are sent less often, so that no row takes long. */
function dispatchRow(kind: MessageKind, share: number): Row {
  const id = `dispatch-${kind}`
  return {
    id,
    figures: [{ id, unit: 'CPU µs', better: 'less' }],
    async measure(contestant, { dispatches }) {
      const count = Math.ceil(dispatches * share)
      // As many before as are counted: what a message costs is asked here, and what a start costs in `start`.
      const order: DispatchOrder = { play: 'dispatch', kind, warmup: count, count }
      const { micros } = await runProgram(programFile(contestant, 'client'), { order })
      return { [id]: micros ?? Number.NaN }
    },
  }
}
