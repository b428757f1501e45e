/** What the connection reports, in the words of the log. */

import { type ErrorObject, type Report, RpcError } from '../jsonrpc/index.js'
import { hashed, type LogEntry } from './log.js'

export function toEntry(report: Report): LogEntry {
  switch (report.kind) {
    case 'noise':
    case 'invalid':
      return { level: 'warn', event: report.kind, message: report.detail }
    case 'unknown_answer':
      return {
        level: 'warn',
        event: report.kind,
        message: `nobody waits for ${hashed(report.id)}, code ${report.code}`,
      }
    case 'handler_failed':
      return { ...toFailure(report.error), method: report.method, ...named(report.sent) }
    case 'not_sent':
      return { level: 'error', event: report.kind, method: report.method, ...failure(report.error) }
    case 'close_failed':
      return { level: 'warn', event: report.kind, ...failure(report.error) }
  }
}

/** An error that was meant for the peer is an answer like any other; everything else is a bug on this side. */
function toFailure(error: unknown): LogEntry {
  const isAnswer = error instanceof RpcError && error.answerTo === undefined
  return {
    level: isAnswer ? 'info' : 'error',
    event: isAnswer ? 'refused' : 'handler_failed',
    ...failure(error),
  }
}

function failure(error: unknown): { readonly error: unknown; readonly message: string } {
  return { error, message: wordsOf(error) }
}

function wordsOf(error: unknown): string {
  // What a peer says of a failure is payload: the error has it for the owner, the line of the log does not.
  if (error instanceof RpcError && error.answerTo !== undefined)
    return `${error.answerTo} was answered with an error, code ${error.code}, and nobody handled it`
  return error instanceof Error ? error.message : 'something that is not an Error was thrown'
}

/** The id that the peer was given for a failure is what makes our entry findable. */
function named(sent: ErrorObject | undefined): { readonly correlationId?: string } {
  const id = (sent?.data as { correlationId?: unknown } | undefined)?.correlationId
  return typeof id === 'string' ? { correlationId: id } : {}
}
