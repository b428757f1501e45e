/** An array of messages: refused whole, or worked through entry by entry and answered with one array. */

import { wireError } from './error.js'
import type { Answer } from './inbound.js'
import type { Limits } from './limits.js'
import type { ErrorMessage, Message } from './message.js'

/** Whether a received array is refused whole or worked through. */
export type BatchPolicy = 'reject' | 'process'

/** The single answer to an array that will not be worked through, if it will not. */
export function refusal(
  entries: readonly unknown[],
  policy: BatchPolicy,
  limits: Limits,
): ErrorMessage | undefined {
  if (policy === 'reject') return refuse('Invalid request: this connection takes no batches')
  if (entries.length === 0) return refuse('Invalid request: a batch holds at least one message')
  if (entries.length > limits.batchEntries)
    return refuse(`Invalid request: a batch holds at most ${limits.batchEntries} messages`, {
      reason: 'too_large',
    })
  return undefined
}

function refuse(message: string, data?: object): ErrorMessage {
  return { jsonrpc: '2.0', id: null, error: wireError('invalid_request', message, data) }
}

/**
 * Starts every entry in order and sends the answers together when the last is there: one per request, one per
 * invalid entry, none per notification, and nothing at all rather than an empty array.
 */
export function processBatch(
  entries: readonly unknown[],
  route: (entry: unknown, answer: Answer) => Message | undefined,
  send: (answers: readonly Message[]) => void,
): void {
  const answers: Message[] = []
  let owed = entries.length
  const settle = (): void => {
    if (--owed === 0 && answers.length > 0) send(answers)
  }
  for (const entry of entries) {
    let isRequest = false
    // A handler may answer before `route` returns, so the count is taken in the answer, not after it.
    const refused = route(entry, message => {
      isRequest = true
      answers.push(message)
      settle()
    })
    if (refused !== undefined) answers.push(refused)
    if (refused !== undefined || (!isRequest && !expectsAnswer(entry))) settle()
  }
}

function expectsAnswer(entry: unknown): boolean {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'method' in entry &&
    'id' in entry &&
    entry.id !== undefined
  )
}
