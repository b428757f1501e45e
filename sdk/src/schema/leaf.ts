/**
 * The values that have no parts: numbers in their ranges, texts in their formats, and the shapes of such items.
 * Knows what JSON can hold; knows no type of the protocol.
 */
import type { Trail } from './trail.js'

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isWhole(value: unknown, low: number, high: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high
}

export function isWithin(value: unknown, low: number, high: number): value is number {
  return typeof value === 'number' && value >= low && value <= high
}

/** Blanks around it are forgiven, as the official SDK does; what came is kept as it came. */
export function isUri(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value.trim())
}

const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** RFC 3339 with seconds and an offset, on a day that the calendar has. */
export function isDateTime(value: unknown): value is string {
  const parts = typeof value === 'string' ? DATE_TIME.exec(value) : null
  if (parts === null) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (month !== 2) return day <= 30 + ((month + (month >> 3)) % 2)
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (isLeap ? 29 : 28)
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

export function text(value: unknown, trail: Trail): unknown {
  return typeof value === 'string' ? value : trail.fail('string', value)
}

export function anything(value: unknown): unknown {
  return value
}
