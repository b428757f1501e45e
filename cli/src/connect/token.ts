/** How a command proves who it is to a server: a token from a file or a variable, looked up with every try. Never from an address. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import { isConnectionError, isRpcError } from '@parley/acp/jsonrpc'
import { codeOf } from '../error-code.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'

/** Where the token is. */
export interface TokenPlace {
  readonly tokenFile?: string | undefined
  /** It was given by the server itself, in exchange for a ticket. */
  readonly token?: string | undefined
}

const MOST_CHARACTERS = 500
const CURE =
  'give a token that is good there with --token-file or PARLEY_TOKEN; parley serve says in which file its own is'

type Surroundings = Pick<Shell, 'env' | 'cwd'>

/** The token is looked up with every call: it may have been replaced. */
export function tokenHeaders(
  { tokenFile, token: given }: TokenPlace,
  shell: Surroundings,
): () => Readonly<Record<string, string>> {
  return () => {
    const kept = tokenFile === undefined ? shell.env.PARLEY_TOKEN : readText(tokenFile, shell)
    const plain = (given ?? kept)?.trim() ?? ''
    if (plain === '') return {}
    if (!/^[\x21-\x7e]+$/.test(plain)) throw wrong('the token holds characters that no token has.')
    return { authorization: `Bearer ${plain}` }
  }
}

export function readText(path: string, { cwd }: Pick<Shell, 'cwd'>): string {
  try {
    return readFileSync(resolve(cwd, path), 'utf8')
  } catch (error) {
    throw wrong(`${path} cannot be read (${codeOf(error) ?? 'unknown'}).`, error)
  }
}

/** Why a server cannot be spoken to, or not any more, with what to do about it. */
export function toLost(error: unknown): unknown {
  if (isRpcError(error)) return new Failure(boundedLine(error.message, MOST_CHARACTERS), { cause: error })
  if (!isConnectionError(error)) return error
  const isRefused = /\b40[13]\b|unauthorized/.test(error.message)
  return new Failure(boundedLine(error.message, MOST_CHARACTERS), {
    exitCode: isRefused ? EXIT.signInNeeded : EXIT.agentFailed,
    cure: isRefused ? CURE : undefined,
    reason: isRefused ? 'sign_in_needed' : 'agent_not_reached',
    cause: error,
  })
}

/** Words that make no sense. */
export function wrong(message: string, cause?: unknown): Failure {
  return new Failure(message, {
    exitCode: EXIT.usage,
    cure: 'See: parley connect --help',
    reason: 'usage',
    cause,
  })
}
