/** What of an agent's words may pass: those that only a gateway uses are not for an agent to say. */

import { type Fields, fieldOf, isFields, withoutOwnMeta } from '../hub/fields.js'

/** Whether only a gateway and its clients speak like this to each other. */
export function isOurs(method: string): boolean {
  return method.startsWith('_parley/')
}

/** The same for what is told: updates have names, too. */
export function isInOurWords(method: string, params: unknown): boolean {
  const name = fieldOf(fieldOf(params, 'update'), 'sessionUpdate')
  return isOurs(method) || (typeof name === 'string' && isOurs(name))
}

/** The same without our keys where a gateway itself puts them: in `_meta` of a message's params or result, and of an update. */
export function withoutOurWords(said: unknown): unknown {
  if (!isFields(said)) return said
  const rest = withoutOwnMeta(said)
  const { update } = rest
  const clean = isFields(update) ? withoutOwnMeta(update) : update
  return clean === update ? rest : ({ ...rest, update: clean } satisfies Fields)
}
