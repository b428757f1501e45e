/** What somebody filled in, as what is sent; and what is wrong with it, each fault at its field. */

import { type FormRequest, formFaults } from '@parley/acp/client'
import type { Field, FieldValue } from './form-fields.js'

export type FormValues = Readonly<Record<string, FieldValue>>

export function initialValues(fields: readonly Field[]): FormValues {
  return Object.fromEntries(fields.map(field => [field.name, shownOf(field)]))
}

/** Moments are told with their zone and shown in that of the browser. */
function shownOf({ kind, initial }: Field): FieldValue {
  if (kind !== 'date-time' || typeof initial !== 'string' || initial === '') return initial
  const at = new Date(initial)
  if (Number.isNaN(at.getTime())) return initial
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}

/** What is left empty is not sent. */
export function toContent(fields: readonly Field[], values: FormValues): Readonly<Record<string, unknown>> {
  const entries = fields.flatMap(field => {
    const value = toValue(field, values[field.name] ?? field.initial)
    return value === undefined ? [] : [[field.name, value] as const]
  })
  return Object.fromEntries(entries)
}

function toValue({ kind, isRequired, hasDefault }: Field, value: FieldValue): unknown {
  if (kind === 'unknown') return undefined
  if (typeof value === 'boolean') return value || isRequired || hasDefault ? value : undefined
  if (typeof value !== 'string') return value.length > 0 || isRequired || hasDefault ? value : undefined
  if (value === '') return undefined
  if (kind === 'number' || kind === 'integer') return toNumber(value)
  return kind === 'date-time' ? toMoment(value) : value
}

/** What is no number stays what it is, so that it is called a fault. */
function toNumber(text: string): number | string {
  const number = Number(text.trim())
  return text.trim() === '' || Number.isNaN(number) ? text : number
}

function toMoment(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

/** Sentences by the names of their fields; empty when it may be sent. */
export function faultsOf(
  schema: FormRequest['schema'],
  fields: readonly Field[],
  values: FormValues,
): ReadonlyMap<string, string> {
  const faults = new Map<string, string>()
  for (const fault of formFaults(schema, toContent(fields, values))) {
    const owner = fields
      .filter(({ name }) => fault.startsWith(`/${name}: `))
      .sort((one, other) => other.name.length - one.name.length)[0]
    const name = owner?.name ?? ''
    if (!faults.has(name)) faults.set(name, toSentence(fault.slice(name.length + '/: '.length)))
  }
  return faults
}

function toSentence(fault: string): string {
  if (fault === 'expected a value, found none') return 'This is needed.'
  return `${fault[0]?.toUpperCase()}${fault.slice(1)}.`
}
