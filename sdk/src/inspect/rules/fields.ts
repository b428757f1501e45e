/** Fields that no schema knows: all names at the root of a type are reserved, and what is one's own goes into `_meta`. */

import type { ContractName } from '../../protocol/index.js'
import type { Facts } from '../../schema/facts.js'
import type { Watcher } from '../rule.js'
import { unknownFields } from '../unknown-fields.js'

export function watchFields(facts: ReadonlyMap<ContractName, Facts>): Watcher {
  return {
    see({ row, by, message, value, contract }, report) {
      const known = facts.get(contract.name)
      // What could not be read at all is held against its shape.
      if (known === undefined || value === undefined || row.method === undefined) return
      report.looked('unknown-field', by)
      const isAnswer = row.kind === 'result'
      const to = isAnswer ? by : row.to
      const kind = row.kind === 'notification' ? 'notification' : 'request'
      const part = { method: row.method, part: isAnswer ? 'result' : 'params', to, kind } as const
      const [first, ...more] = unknownFields(known, part, isAnswer ? message.result : message.params)
      if (first === undefined) return
      const others = more.length > 0 ? ` and ${more.length} more` : ''
      report.broken('unknown-field', {
        by,
        text: `expected only fields of the schema, found ${first}${others}`,
      })
    },
  }
}
