/** What the schema of version 1, with all that is being tried, says of a message. */
import { unknownFields } from '../../inspect/unknown-fields.js'
import { loadFacts } from '../../schema/facts.js'

import { BAD, type Shape, Trail } from '../../schema/index.js'
import { methods } from '../../schema/v1-unstable/methods.gen.js'
import { methods as elicitation } from '../../schema/v1-unstable/methods-elicitation.gen.js'
import type { WireMessage } from './examples.fixture.js'

const facts = await loadFacts('v1-unstable')
const rows = new Map([...methods, ...elicitation].map(row => [row.name, row]))

/** Everything that is wrong with a message, also what a reader would mend or pass over; `answers` is the method it answers. */
export function flawsOf(message: WireMessage, answers?: string): readonly string[] {
  if (message.method === undefined && answers === undefined) return ['answers nothing']
  if (message.error !== undefined) return flawsOfError(message.error)
  const name = message.method ?? answers ?? ''
  if (name.startsWith('_')) return []
  const row = rows.get(name)
  if (row === undefined) return [`${name} is no method of version 1`]
  const shape = message.method === undefined ? row.result : row.params
  if (shape === undefined) return [`${name} is not answered`]
  const part = message.method === undefined ? 'result' : 'params'
  const strange = unknownFields(facts, { method: name, part }, message[part])
  return [...flawsBy(shape, message[part]), ...strange.map(path => `${path}: nobody knows it`)]
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
