/** Why a command could not do what it was asked to: a sentence for people, a cure where there is one, an exit code. */

import { EXIT, type ExitCode } from './exit-code.js'

export interface FailureDetails {
  readonly exitCode?: ExitCode | undefined
  /** What to do about it, as a sentence. */
  readonly cure?: string | undefined
  /** A word for programs, such as `agent_not_found`. */
  readonly reason?: string | undefined
  readonly cause?: unknown
}

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: ExitCode
  readonly cure: string | undefined
  readonly reason: string | undefined

  constructor(message: string, { exitCode = EXIT.error, cure, reason, cause }: FailureDetails = {}) {
    super(message, { cause })
    this.exitCode = exitCode
    this.cure = cure
    this.reason = reason
  }
}

/** The words of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
