/** An array of messages: refused whole, or worked through entry by entry and answered with one array. */

import { encode } from './encode.js'
import { errorCodes } from './error.js'
import type { Answer } from './inbound.js'
import type { Limits } from './limits.js'
import { type ErrorMessage, isEnvelope, isResponse, type Message, type Outgoing } from './message.js'
import { invalidRequest } from './refusals.js'
import type { Report } from './report.js'

/** Whether a received array is refused whole or worked through. */
export type BatchPolicy = 'reject' | 'process'

/** Whoever receives an array. */
export interface BatchReceiver {
  readonly limits: Limits
  readonly report: (report: Report) => void
  /** Whether this is the id of a call that waits for its answer. */
  readonly isWaiting: (id: unknown) => boolean
  /** Takes one entry to where it belongs; returns the answer to one that is not valid. */
  readonly route: (entry: unknown, answer: Answer) => Message | undefined
  readonly send: (message: Outgoing) => void
}

/** Takes an array as its policy says; whoever sent one takes its answer in any case. */
export function receiveBatch(
  entries: readonly unknown[],
  policy: BatchPolicy,
  receiver: BatchReceiver,
): void {
  const { limits, report, isWaiting, route, send } = receiver
  const isOurs = entries.some(entry => isEnvelope(entry) && isWaiting(entry.id))
  const isAnswer = isOurs && entries.every(entry => isEnvelope(entry) && isResponse(entry))
  const refused = refusal(entries, isAnswer ? 'process' : policy, limits)
  if (refused !== undefined) {
    report({ kind: 'invalid', detail: refused.error.message })
    send(refused)
    return
  }
  const routeOne = (entry: unknown, answer: Answer): Message | undefined =>
    route(entry, message => {
      // One answer that cannot be written must not cost the others theirs.
      encode(message, limits)
      answer(message)
    })
  processBatch(entries, routeOne, answers => sendTogether(answers, send))
}

/** Answers that are too large together are still owed, each by itself. */
function sendTogether(answers: readonly Message[], send: (message: Outgoing) => void): void {
  try {
    send(answers)
  } catch {
    for (const answer of answers) send(answer)
  }
}

/** The single answer to an array that will not be worked through, if it will not. */
function refusal(entries: readonly unknown[], policy: BatchPolicy, limits: Limits): ErrorMessage | undefined {
  if (policy === 'reject') return invalidRequest(null, 'this connection takes no batches')
  if (entries.length === 0) return invalidRequest(null, 'a batch holds at least one message')
  if (entries.length > limits.batchEntries)
    return invalidRequest(null, `a batch holds at most ${limits.batchEntries} messages`, {
      reason: 'too_large',
    })
  return undefined
}

/**
 * Starts every entry in order and sends the answers together when the last is there: one per request, one per
 * invalid entry, none per notification, and nothing at all rather than an empty array.
 */
function processBatch(
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
    if (refused !== undefined) answers.push(withoutName(refused))
    if (refused !== undefined || (!isRequest && !expectsAnswer(entry))) settle()
  }
}

/** An entry that is no request has no id to be answered by, whatever stands in its place. */
function withoutName(refused: Message): Message {
  const isInvalid = 'error' in refused && refused.error.code === errorCodes.invalid_request
  return isInvalid ? { ...refused, id: null } : refused
}

function expectsAnswer(entry: unknown): boolean {
  return isEnvelope(entry) && entry.method !== undefined && entry.id !== undefined
}
