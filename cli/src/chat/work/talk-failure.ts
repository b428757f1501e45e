/** Why something came to nothing, for people: a sentence, and what to do about it. */

import { isAcpError, isConnectionError, isRpcError, RpcError, reasonOf } from '@parley/acp/client'
import { EXIT, type ExitCode } from '../../exit-code.js'
import { Failure } from '../../failure.js'

export interface Trouble {
  readonly message: string
  readonly cure?: string | undefined
  readonly exitCode: ExitCode
}

const SIGN_IN: ReadonlySet<string> = new Set(['auth_required', 'auth_failed'])
const CURE = /\n?What to do: (.*)$/s
const MOST_CHARACTERS = 4_000

export function explain(error: unknown): Trouble {
  const whole = messageOf(error).slice(0, MOST_CHARACTERS)
  if (error instanceof Failure) return { message: whole, cure: error.cure, exitCode: error.exitCode }
  const message = whole.replace(CURE, '')
  const cure = CURE.exec(whole)?.[1]
  if (isSignInError(error)) return { message, cure, exitCode: EXIT.signInNeeded }
  const isGone = isConnectionError(error) || (error instanceof Error && error.name === 'LaunchError')
  if (isGone) return { message, cure, exitCode: EXIT.agentFailed }
  if (isRpcError(error)) return { message: `The agent answered: ${message}`, cure, exitCode: EXIT.error }
  return { message, cure, exitCode: EXIT.error }
}

/** Its words, also where it is of no class. */
export function messageOf(error: unknown): string {
  const { message }: { readonly message?: unknown } = Object(error)
  return typeof message === 'string' ? message : String(error)
}

export function isSignInError(error: unknown): boolean {
  const reason = reasonOf(error) ?? (isAcpError(error) ? error.reason : undefined)
  return reason !== undefined && SIGN_IN.has(reason)
}

/** Of the error that a turn ended with: in version 2 it is what the agent said, and of no class. */
export function isSignInAnswer(error: unknown): boolean {
  const { code, message, data }: Readonly<Record<string, unknown>> = Object(error)
  return typeof code === 'number' && isSignInError(new RpcError(code, String(message), data))
}

export const isMissing = (error: unknown): boolean =>
  isAcpError(error) && error.reason === 'capability_missing'
