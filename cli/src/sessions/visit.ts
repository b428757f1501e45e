/** Starts an agent for a moment, to ask it something about its conversations. It gets nothing lent. */

import {
  type Client,
  type ConnectOptions,
  connect,
  isAcpError,
  isRpcError,
  reasonOf,
} from '@parley/acp/client'
import { sanitizeForDisplay, sanitizeLine } from '@parley/acp/guard'
import { LaunchError, launchAgent } from '@parley/acp/node'
import type { Version } from '@parley/acp/protocol'
import { findAgent } from '../agents/catalogue.js'
import { EXIT, type ExitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'

/** In whichever version it speaks. */
export type Visited = Client<Version>

/** Does something with an agent, of which it is told the id, and ends it whatever comes of that. */
export async function visit<T>(
  agent: string,
  { shell, ...options }: { readonly shell: Shell } & Pick<ConnectOptions<Version>, 'unstable'>,
  use: (client: Visited, agentId: string) => Promise<T>,
): Promise<T> {
  const { id, command, args, env, dialect } = await findAgent(agent, shell)
  try {
    const channel = await launchAgent(command, args, { cwd: shell.cwd, env, dialect })
    const client = await connect<Version>(channel, {}, { ...options, mayGoHigher: true })
    try {
      return await use(client, id)
    } finally {
      await client.close()
    }
  } catch (error) {
    throw error instanceof Failure ? error : toFailure(error, agent)
  }
}

/** Asks an agent for something it may be unable to do; then a sentence says so. */
export async function ask<T>(agent: string, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isUnable = isAcpError(error) && error.reason === 'capability_missing'
    const isUnknown = isRpcError(error) && reasonOf(error) === 'method_not_found'
    if (!isUnable && !isUnknown) throw error
    throw new Failure(`The agent ${sanitizeLine(agent)} cannot ${what}.`, {
      ...{ exitCode: EXIT.error, reason: 'capability_missing', cause: error },
      cure: `\`parley agents probe ${sanitizeLine(agent)}\` shows what it can do.`,
    })
  }
}

function toFailure(error: unknown, agent: string): Failure {
  const name = sanitizeLine(agent)
  const why = sanitizeForDisplay(error instanceof Error ? error.message : String(error))
  if (error instanceof LaunchError) return failed(`${name}: ${why}`, EXIT.agentFailed, error)
  const reason = isRpcError(error) ? reasonOf(error) : undefined
  if (reason === 'auth_required')
    return new Failure(`The agent ${name} wants somebody to sign in first.`, {
      ...{ exitCode: EXIT.signInNeeded, reason, cause: error },
      cure: `\`parley agents doctor ${name}\` says how.`,
    })
  if (isRpcError(error) || isAcpError(error))
    return failed(`The agent ${name} refused: ${why}`, EXIT.error, error)
  return failed(`The agent ${name} failed: ${why}`, EXIT.agentFailed, error)
}

function failed(message: string, exitCode: ExitCode, cause: unknown): Failure {
  return new Failure(message, { exitCode, cause })
}
