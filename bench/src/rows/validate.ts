/** `validate`: validation alone. Raw's figure is `JSON.parse` of the same message; the main figure is the chunk's. */
import type { MessageKind } from '../contestants/contestant.js'
import { programFile, runProgram } from '../measure/program.js'
import type { ValidateOrder } from '../scenario/validate.js'
import type { Row } from './row.js'

const kinds: Readonly<Record<string, MessageKind>> = {
  validate: 'chunk',
  'validate-tool-update': 'tool-update',
  'validate-plan': 'plan',
}

export const validate: Row = {
  id: 'validate',
  figures: Object.keys(kinds).map(id => ({ id, unit: 'ns', better: 'less' })),
  async measure(contestant, { validateWarmup: warmup, validateRounds: rounds }) {
    const readings: Record<string, number> = {}
    for (const [id, kind] of Object.entries(kinds)) {
      const order: ValidateOrder = { kind, warmup, rounds }
      const { nanoseconds } = await runProgram(programFile(contestant, 'validate'), { order })
      readings[id] = nanoseconds ?? Number.NaN
    }
    return readings
  },
}
