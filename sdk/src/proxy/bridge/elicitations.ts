/** Forms and pages for the user, in the words of the other version: hardly a difference. */

import { fieldsOf, isFields, without } from './fields.js'

/** The user has not answered. */
export const dismissedForm = { action: 'cancel' } as const

/** Version 1 may leave out what a form of version 2 must say. */
export function toNewForm(params: unknown): unknown {
  if (!isFields(params) || params.mode !== 'form' || !isFields(params.requestedSchema)) return params
  const { requestedSchema } = params
  return {
    ...params,
    requestedSchema: { ...requestedSchema, type: 'object', properties: requestedSchema.properties ?? {} },
  }
}

/** An action that nobody knows counts as a cancel. */
export function toOldAction(result: unknown): unknown {
  const { action } = fieldsOf(result)
  const isKnown = action === 'accept' || action === 'decline' || action === 'cancel'
  return isKnown || !isFields(result) ? result : { ...without(result, 'action', 'content'), action: 'cancel' }
}
