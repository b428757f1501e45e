/** Reads what others have sent without believing it: members that are there and fit, bounded, fit to be shown. */

import { boundedLine } from '@parley/acp/guard'

export type Fields = Readonly<Record<string, unknown>>

const MOST_TEXT = 4_096
const MOST_NAME = 200

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function listIn(value: unknown, name: string, most: number): readonly unknown[] {
  const list = fieldsOf(value)[name]
  return Array.isArray(list) ? list.slice(0, most) : []
}

/** A text as it is; nothing where it is empty, or too long to be what it should. */
export function textIn(fields: Fields, name: string, most = MOST_TEXT): string | undefined {
  const text = fields[name]
  return typeof text === 'string' && text !== '' && text.length <= most ? text : undefined
}

/** A text for people: one line without what moves or hides letters. */
export function lineIn(fields: Fields, name: string, most = MOST_NAME): string | undefined {
  const text = fields[name]
  const clean = typeof text === 'string' ? boundedLine(text, most).trim() : ''
  return clean === '' ? undefined : clean
}

export function numberIn(fields: Fields, name: string): number | undefined {
  const value = fields[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
