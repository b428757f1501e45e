/** Values of a policy file before they mean anything: what they are, and how a flaw shows them. */

const LONGEST_FOUND = 60

function toText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return 'something too deep to be shown'
  }
}

/** A value as a flaw shows it, cut where it is long. */
export function toFound(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = toText(value)
  return text.length > LONGEST_FOUND ? `${text.slice(0, LONGEST_FOUND)}…` : text
}

/** Whether a value is an object, and neither nothing nor a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
