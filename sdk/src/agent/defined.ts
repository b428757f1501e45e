/** Fields without those that are not there. */

/** Without the fields that are not there: what is sent is what was said. */
export function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
