/** `dispatch-*`: from bytes in memory through validation to the handler, in CPU per message. */
import type { MessageKind } from '../contestants/contestant.js'
import { programFile, runProgram } from '../measure/program.js'
import type { DispatchOrder } from '../scenario/order.js'
import type { Row } from './row.js'

export const dispatchChunk = dispatchRow('chunk', 1)
export const dispatchToolUpdate = dispatchRow('tool-update', 0.3)
export const dispatchPlan = dispatchRow('plan', 0.15)

/** Costlier messages are sent less often, so that no row takes long. */
function dispatchRow(kind: MessageKind, share: number): Row {
  const id = `dispatch-${kind}`
  return {
    id,
    figures: [{ id, unit: 'CPU µs', better: 'less' }],
    async measure(contestant, { dispatches }) {
      const count = Math.ceil(dispatches * share)
      const order: DispatchOrder = { play: 'dispatch', kind, warmup: Math.ceil(count / 5), count }
      const { micros } = await runProgram(programFile(contestant, 'client'), { order })
      return { [id]: micros ?? Number.NaN }
    },
  }
}
