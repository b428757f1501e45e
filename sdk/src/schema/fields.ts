/** Objects as JSON has them: what has fields, and fields that are there. */

/** Something with fields of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether something has fields; a list has none. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same fields without those that are absent. */
export function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
