/** How requests of an agent are answered without a person: by rule, or not at all. Pure but for the sandbox. */

import { errorCodes } from '@parley/acp/jsonrpc'
import { isObject } from '../../json-object.js'

/** `hold` keeps a request until somebody answers it; `sandbox` does what is asked below a scratch folder. */
export const PROFILES = ['hold', 'allow', 'deny', 'sandbox'] as const
export type Profile = (typeof PROFILES)[number]

export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

const isLent = (method: string): boolean => /^(?:fs|terminal)\//.test(method)

/** What a profile answers by itself; nothing where the request is kept, or carried out. */
export function ruleAnswer(profile: Profile, method: string, params: unknown): Answer | 'hold' | 'carry-out' {
  if (profile === 'hold') return 'hold'
  if (profile === 'sandbox' && isLent(method)) return 'carry-out'
  if (method === 'session/request_permission') return permissionAnswer(profile !== 'deny', params)
  if (method === 'elicitation/create') return { result: { action: 'decline' } }
  if (isLent(method))
    return failed(errorCodes.internal_error, `${method} is refused by the profile "${profile}"`)
  return failed(errorCodes.method_not_found, 'Method not found')
}

/** An answer that is an error. */
export const failed = (code: number, message: string): Answer => ({ error: { code, message } })

function permissionAnswer(isAllowed: boolean, params: unknown): Answer {
  const listed = isObject(params) && Array.isArray(params.options) ? params.options.filter(isObject) : []
  const wanted = isAllowed ? 'allow' : 'reject'
  const option = listed.find(({ kind }) => typeof kind === 'string' && kind.startsWith(wanted))
  if (typeof option?.optionId !== 'string') return { result: { outcome: { outcome: 'cancelled' } } }
  return { result: { outcome: { outcome: 'selected', optionId: option.optionId } } }
}
