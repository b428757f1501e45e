/** Why something came to nothing, for people: a sentence, and what to do about it. */

import { isAcpError, isConnectionError, isRpcError, reasonOf } from '@parley/acp/client'
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
  const whole = (error instanceof Error ? error.message : String(error)).slice(0, MOST_CHARACTERS)
  if (error instanceof Failure) return { message: whole, cure: error.cure, exitCode: error.exitCode }
  const message = whole.replace(CURE, '')
  const cure = CURE.exec(whole)?.[1]
  if (isSignInError(error)) return { message, cure, exitCode: EXIT.signInNeeded }
  const isGone = isConnectionError(error) || (error instanceof Error && error.name === 'LaunchError')
  if (isGone) return { message, cure, exitCode: EXIT.agentFailed }
  if (isRpcError(error)) return { message: `The agent answered: ${message}`, cure, exitCode: EXIT.error }
  return { message, cure, exitCode: EXIT.error }
}

export function isSignInError(error: unknown): boolean {
  const reason = reasonOf(error) ?? (isAcpError(error) ? error.reason : undefined)
  return reason !== undefined && SIGN_IN.has(reason)
}

/** Of the error of a turn, which is what the agent said and of no class. */
export function isSignInAnswer(error: unknown): boolean {
  const { code, data }: Readonly<Record<string, unknown>> = Object(error)
  return code === -32000 || SIGN_IN.has(String(Object(data).reason))
}

export const isMissing = (error: unknown): boolean =>
  isAcpError(error) && error.reason === 'capability_missing'
