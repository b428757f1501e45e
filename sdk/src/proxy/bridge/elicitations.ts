/** Forms and pages for the user, in the words of the other version: version 2 leaves open what version 1 has closed. */

import { type Fields, fieldsOf, isFields, without } from './fields.js'
import { keep } from './words/kept.js'

/** The user has not answered. */
export const dismissedForm = { action: 'cancel' } as const

const formats = new Set<unknown>(['email', 'uri', 'date', 'date-time'])

/** Version 1 may leave out what a form of version 2 must say. */
export function toNewForm(params: unknown): unknown {
  if (!isFields(params) || params.mode !== 'form' || !isFields(params.requestedSchema)) return params
  const { requestedSchema } = params
  return {
    ...params,
    requestedSchema: { ...requestedSchema, type: 'object', properties: requestedSchema.properties ?? {} },
  }
}

/** A format that version 1 does not know is a hint less; the text may be written all the same. */
export function toOldForm(params: unknown): unknown {
  if (!isFields(params) || params.mode !== 'form' || !isFields(params.requestedSchema)) return params
  const { requestedSchema } = params
  if (!isFields(requestedSchema.properties)) return params
  const entries = Object.entries(requestedSchema.properties)
  const properties = Object.fromEntries(entries.map(([name, property]) => [name, toOldProperty(property)]))
  return { ...params, requestedSchema: { ...requestedSchema, properties } }
}

function toOldProperty(property: unknown): unknown {
  if (!isFields(property) || property.type !== 'string') return property
  const { format, ...rest } = property
  if (typeof format !== 'string' || formats.has(format)) return property
  return keep(rest, 'v2', { format })
}

/** An action that nobody knows counts as a cancel, and so does an answer that version 1 has no words for. */
export function toOldAction(result: unknown): unknown {
  if (!isFields(result)) return result
  const { action } = result
  const isKnown = action === 'accept' || action === 'decline' || action === 'cancel'
  if (isKnown && canBeSaid(fieldsOf(result.content))) return result
  return { ...without(result, 'action', 'content'), action: 'cancel' }
}

function canBeSaid(content: Fields): boolean {
  return Object.values(content).every(
    value => ['string', 'number', 'boolean'].includes(typeof value) || isTexts(value),
  )
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(each => typeof each === 'string')
}
