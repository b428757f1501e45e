/** How a run ended, for people and for scripts: from what the agent said, from what went wrong, or from who ended it. */

import { type Client, isAcpError, isConnectionError, isRpcError, reasonOf } from '@parley/acp/client'
import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'
import type { Version } from '@parley/acp/protocol'
import { shownArguments, toLine } from '../agents/command-line.js'
import type { AgentEntry } from '../agents/entry.js'
import { EXIT, type ExitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { ErrorNote } from './event.js'
import type { Wish } from './halt.js'
import type { Denied, Ending } from './ledger.js'

/** How a turn ended, in either version. */
export interface TurnEnd {
  readonly stopReason: string
  readonly error?: unknown
  readonly usage?: unknown
}

const SIGN_IN: ReadonlySet<string> = new Set(['auth_required', 'auth_failed'])

const STOPS: Readonly<Record<string, { readonly exitCode: ExitCode; readonly message?: string }>> = {
  end_turn: { exitCode: EXIT.ok },
  refusal: { exitCode: EXIT.refusal, message: 'the agent refused' },
  max_tokens: { exitCode: EXIT.limit, message: 'the answer was cut: the limit of tokens was reached' },
  max_turn_requests: { exitCode: EXIT.limit, message: 'the turn was cut: the limit of requests was reached' },
  cancelled: { exitCode: EXIT.cancelled, message: 'the agent says that the turn was cancelled' },
}

export function endedByWish({ exitCode, reason, message, cure }: Wish, end: TurnEnd | undefined): Ending {
  return {
    exitCode,
    stopReason: end?.stopReason ?? null,
    error: { reason, message, cure },
    tokens: end?.usage,
  }
}

export function endedByAgent(end: TurnEnd, denied: Denied): Ending {
  const { stopReason, usage: tokens } = end
  const stop = Object.hasOwn(STOPS, stopReason) ? STOPS[stopReason] : undefined
  if (stopReason === 'error' || stop === undefined) {
    const { message, data }: { readonly message?: unknown; readonly data?: unknown } = Object(end.error)
    const isSignIn = SIGN_IN.has(String(Object(data).reason))
    const told = typeof message === 'string' ? `: ${boundedLine(message, 2_000)}` : ''
    const what =
      stopReason === 'error' ? 'the turn failed' : `the turn ended as “${boundedLine(stopReason, 60)}”`
    return {
      exitCode: isSignIn ? EXIT.signInNeeded : EXIT.error,
      stopReason,
      tokens,
      error: { reason: isSignIn ? 'auth_required' : 'agent_error', message: `${what}${told}` },
    }
  }
  // An agent that was not answered may well say that the turn was cancelled: nobody did that.
  const isOver = stop.exitCode === EXIT.ok || stop.exitCode === EXIT.cancelled
  if (isOver && denied.count > 0)
    return { exitCode: EXIT.denied, stopReason, tokens, error: toDenied(denied) }
  const error = stop.message === undefined ? undefined : { reason: stopReason, message: stop.message }
  return { exitCode: stop.exitCode, stopReason, tokens, error }
}

function toDenied({ count, first }: Denied): ErrorNote {
  const lines = first.map(({ title, by, decision }) => {
    const how = decision === 'deny' ? `by ${boundedLine(by, 200)}` : 'not answered'
    return `  ${boundedLine(title, 300)} (${how})`
  })
  const more = count > first.length ? [`  … and ${count - first.length} more`] : []
  const message = ['the turn is over, but something was denied:', ...lines, ...more].join('\n')
  return { reason: 'permission_denied', message }
}

/** Something went wrong on the way. */
export function endedByError(
  error: unknown,
  entry: AgentEntry | undefined,
  client: Client<Version> | undefined,
): Ending {
  const { exitCode, note } = explain(error, entry, client)
  return { exitCode, stopReason: null, error: { ...note, message: sanitizeForDisplay(note.message) } }
}

function explain(
  error: unknown,
  entry: AgentEntry | undefined,
  client: Client<Version> | undefined,
): { readonly exitCode: ExitCode; readonly note: ErrorNote } {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Failure)
    return { exitCode: error.exitCode, note: { reason: error.reason ?? 'error', message, cure: error.cure } }
  const reason = reasonOf(error) ?? (isAcpError(error) ? error.reason : undefined)
  if (reason !== undefined && SIGN_IN.has(reason))
    return { exitCode: EXIT.signInNeeded, note: toSignIn(message, entry, client) }
  if (isConnectionError(error)) {
    const isOurs = error.reason === 'too_large' || error.reason === 'unsendable'
    return {
      exitCode: isOurs ? EXIT.error : EXIT.agentFailed,
      note: { reason: isOurs ? error.reason : 'agent_failed', message },
    }
  }
  if (error instanceof Error && error.name === 'LaunchError')
    return { exitCode: EXIT.agentFailed, note: { reason: 'agent_failed', message } }
  if (isRpcError(error))
    return {
      exitCode: EXIT.error,
      note: {
        reason: reason ?? 'agent_error',
        message: `the agent answered with an error: ${boundedLine(message, 2_000)}`,
      },
    }
  return { exitCode: EXIT.error, note: { reason: isAcpError(error) ? error.reason : 'error', message } }
}

function toSignIn(
  said: string,
  entry: AgentEntry | undefined,
  client: Client<Version> | undefined,
): ErrorNote {
  const methods = client?.authMethods ?? []
  const lines = methods.slice(0, 20).map(({ id, name, description, type, args }) => {
    const about = description === undefined ? '' : ` — ${boundedLine(description, 200)}`
    const how =
      type === 'terminal'
        ? `run in a terminal: ${toLine([entry?.command ?? '', ...shownArguments([...(entry?.args ?? []), ...args])])}`
        : `parley run --sign-in ${toLine([boundedLine(id, 100)])} …`
    return `  ${boundedLine(name, 100)}${about}\n    ${how}`
  })
  const offered =
    lines.length === 0
      ? ['  It offers no way that this command could use: see its own documentation.']
      : lines
  return {
    reason: 'auth_required',
    message: [`the agent wants somebody to sign in first: ${boundedLine(said, 300)}`, ...offered].join('\n'),
    cure: lines.length === 0 ? undefined : 'Sign in by one of these, then run it again.',
  }
}
