/** What the schema of version 1, with all that is being tried, says of a message. */

import { BAD, type Shape, Trail } from '../../schema/index.js'
import { methods } from '../../schema/v1-unstable/methods.gen.js'
import { methods as elicitation } from '../../schema/v1-unstable/methods-elicitation.gen.js'
import type { WireMessage } from './examples.fixture.js'

const rows = new Map([...methods, ...elicitation].map(row => [row.name, row]))

/** Everything that is wrong with a message, also what a reader would mend; `answers` is the method it answers. */
export function flawsOf(message: WireMessage, answers?: string): readonly string[] {
  if (message.method === undefined && answers === undefined) return ['answers nothing']
  if (message.error !== undefined) return flawsOfError(message.error)
  const name = message.method ?? answers ?? ''
  if (name.startsWith('_')) return []
  const row = rows.get(name)
  if (row === undefined) return [`${name} is no method of version 1`]
  const shape = message.method === undefined ? row.result : row.params
  if (shape === undefined) return [`${name} is not answered`]
  return flawsBy(shape, message.method === undefined ? message.result : message.params)
}

function flawsBy(shape: Shape, value: unknown): readonly string[] {
  const trail = new Trail()
  const read = shape(value, trail)
  const flaws = trail.flaws.map(
    ({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`,
  )
  return read === BAD && flaws.length === 0 ? ['cannot be read'] : flaws
}

function flawsOfError(error: unknown): readonly string[] {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return Number.isInteger(code) && typeof message === 'string' ? [] : ['is no error']
}
