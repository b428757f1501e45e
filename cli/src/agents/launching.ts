/** How an agent that is started as a plain program begins and ends, in words. */

import { type Exit, LaunchError } from '@parley/acp/node'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'

/** For the `catch` of a launch: a program that could not be started is told of in one sentence. */
export function failToLaunch(error: unknown): never {
  if (!(error instanceof LaunchError)) throw error
  throw new Failure(error.message, {
    exitCode: EXIT.agentFailed,
    reason: 'agent_not_started',
    cause: error,
  })
}

export function exitInWords({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code ?? 'unknown'}` : `ended by ${signal}`
}
