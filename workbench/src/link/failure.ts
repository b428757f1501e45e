/** Why something came to nothing, for people: a sentence, what to do about it, and what may be offered. Never a stack. */

import { isAcpError, isConnectionError, isRpcError, reasonOf } from '@parley/acp/client'
import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'
import { ShownError } from '../state/shown-error.js'
import type { Failure } from '../state/talk.js'
import { fieldsOf } from './fields.js'

const MOST_CHARACTERS = 2_000
const CURE = /\n?What to do: (.*)$/s

const OTHER_VERSION: Failure = {
  message: 'The agent speaks no version of the protocol that this page knows.',
  cure: 'Update the agent, or parley.',
}
const KNOWN: Readonly<Record<string, Failure>> = {
  auth_required: { message: 'The agent wants somebody to sign in first.', offer: 'sign-in' },
  auth_failed: { message: 'Signing in did not succeed.', offer: 'sign-in' },
  session_not_found: {
    message: 'This conversation is not there any more.',
    cure: 'Begin a new one.',
    offer: 'new-session',
  },
  resource_not_found: {
    message: 'The file is not there.',
    cure: 'Look at its folder again: it may have been moved or deleted.',
  },
  permission_denied: {
    message: 'You may not do this here.',
    cure: 'Whoever runs parley web may: by its policy, or by a link for another role.',
  },
  rate_limited: {
    message: 'Too much is asked at once.',
    cure: 'Wait a moment, then try again.',
    offer: 'retry',
  },
  conflict: { message: 'The file has changed meanwhile.', cure: 'Look at it again, then decide.' },
  version_mismatch: OTHER_VERSION,
  unsupported_protocol_version: OTHER_VERSION,
}
const LOST: Failure = {
  message: 'The connection to the workbench’s server is lost.',
  cure: 'If parley web was ended, run it again in a terminal.',
  offer: 'retry',
}

const UNABLE: Failure = {
  message: 'The agent, or the workbench’s server, cannot do that.',
  cure: 'A newer one may; Protocol shows what was asked of it.',
}
const ASK_AGAIN = 'Try it once more; Protocol shows what was answered, word for word.'

const OF_GATEWAY = new Set<string | undefined>(['store_full', 'store_failed', 'session_corrupted'])
const ANSWERERS = { agent: 'The agent', gateway: 'The workbench’s server' } as const

/** Whoever answered with an error is named: the agent, unless it was asked of the gateway itself. */
export function toFailure(error: unknown, answerer: 'agent' | 'gateway' = 'agent'): Failure {
  if (error instanceof ShownError) return error.failure
  const reason = wordOf(error)
  const known = reason === undefined ? undefined : KNOWN[reason]
  if (known !== undefined) return known
  const { message, cure } = saidBy(error)
  if (isConnectionError(error)) return lost(error.reason, message)
  if (isUnknownMethod(error)) return UNABLE
  if (isRpcError(error)) {
    const by = ANSWERERS[isOfGateway(error) ? 'gateway' : answerer]
    return { message: withStop(`${by} answered: ${message}`), cure: cure ?? ASK_AGAIN, offer: 'retry' }
  }
  return { message, cure, ...(isAcpError(error) ? {} : { offer: 'retry' as const }) }
}

/** The same in one line: what went wrong, and what to do about it. */
export function toSentence(error: unknown): string {
  const { message, cure } = toFailure(error)
  return cure === undefined ? message : `${message} ${cure}`
}

/** The same as something to throw. */
export function toShown(error: unknown, answerer?: 'agent' | 'gateway'): ShownError {
  return error instanceof ShownError
    ? error
    : new ShownError(toFailure(error, answerer), wordOf(error), { cause: error })
}

/** Nothing is broken: the gateway opens conversations in the folders alone that it was called in. */
export function outsideFailure(error: unknown, cwd: string, isKept: boolean): Failure | undefined {
  if (wordOf(error) !== 'resource_access_denied' || !isOfGateway(error)) return undefined
  return isKept
    ? {
        message: `This conversation works in ${cwd}.`,
        cure: 'Run `parley web` there to open it.',
        isElsewhere: true,
      }
    : {
        message: `${cwd} is no folder that parley web was called in.`,
        cure: 'Run `parley web` there, then try again.',
      }
}

/** By which word programs know it. */
export function wordOf(error: unknown): string | undefined {
  if (isAcpError(error) || isConnectionError(error) || error instanceof ShownError) return error.reason
  const said = isRpcError(error) ? fieldsOf(error.data).reason : undefined
  return typeof said === 'string' ? said : reasonOf(error)
}

export function wantsSignIn(error: unknown): boolean {
  const word = wordOf(error)
  return word === 'auth_required' || word === 'auth_failed'
}

/** The connection went away before the answer came: nobody knows whether it was done. */
export function isLost(error: unknown): boolean {
  return wordOf(error) === 'lost'
}

/** The agent speaks another version of the protocol than it was offered. */
export function isOtherVersion(error: unknown): boolean {
  const word = wordOf(error)
  return word === 'version_mismatch' || word === 'unsupported_protocol_version'
}

export function isUnknownMethod(error: unknown): boolean {
  return isRpcError(error) && wordOf(error) === 'method_not_found'
}

/** Refusals that the gateway marks as its own, or that it alone has words for. */
function isOfGateway(error: unknown): boolean {
  return isRpcError(error) && (fieldsOf(error.data).by === 'gateway' || OF_GATEWAY.has(wordOf(error)))
}

function withStop(words: string): string {
  return /[.!?…:]$/.test(words) ? words : `${words}.`
}

function lost(reason: string, message: string): Failure {
  if (reason === 'timeout') return { message: 'There was no answer in time.', offer: 'retry' }
  if (reason === 'too_large') return { message: 'This is too much to send at once.', cure: 'Send less.' }
  return { ...LOST, message: `${LOST.message.slice(0, -1)}: ${message}` }
}

function saidBy(error: unknown): { readonly message: string; readonly cure: string | undefined } {
  const { message } = fieldsOf(error instanceof Error ? { message: error.message } : error)
  const raw = typeof error === 'string' ? error : message
  const whole = typeof raw === 'string' ? sanitizeForDisplay(raw.slice(0, MOST_CHARACTERS)) : ''
  const cure = CURE.exec(whole)?.[1]
  const told = boundedLine(whole.replace(CURE, ''), MOST_CHARACTERS).trim()
  return { message: told === '' ? 'Something went wrong, and nobody said what.' : told, cure }
}
