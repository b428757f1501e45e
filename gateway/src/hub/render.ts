/** What an event is for one client: a message, or nothing. Pure: who the client is and what is open is told to it. */

import { CANCEL_METHOD, type Id } from '@parley/acp/jsonrpc'
import { toEventId } from '@parley/acp/transport'
import type { Answer, HubEvent, Logged } from './event.js'
import { fieldOf, isFields } from './fields.js'
import { AGENT_METHOD, ANSWERED_METHOD, AT_META, NEWS_METHOD, TURN_METHOD } from './words.js'

/** The client that an event is told to. */
export interface Reader {
  readonly sessionId: string
  readonly epoch: string
  /** The name of its connection in the log. */
  readonly seat: string
  /** Whether it knows what a gateway says beyond the protocol. */
  readonly knowsUs: boolean
  /** Whether it may answer the agent's questions. */
  readonly canAnswer: boolean
  /** Whether questions about files and terminals are for it. */
  readonly isController: boolean
  /** Whether the end of a turn is told by the answer to its prompt (version 1). */
  readonly answersEndTurns: boolean
  /** Up to here it is told what happened before it came. */
  readonly replayUntil: number
  /** Up to here it has had what was for it alone. */
  readonly had: number
  /** The request by which this client sent the prompt at this place. */
  requestOf(prompt: number): Id | undefined
  /** What the question at this place asks, while it is open. */
  questionAt(seq: number): { readonly params: unknown } | undefined
}

type EventOf<T extends HubEvent['type']> = Extract<HubEvent, { type: T }>

/** The text of the message that this event is for this client. */
export function render(logged: Logged, reader: Reader): string | undefined {
  const { seq, told } = logged
  if (told?.method === NEWS_METHOD && !reader.knowsUs) return undefined
  // What was told just now leaves as it is: its event is not looked at.
  if (told !== undefined && seq > reader.replayUntil) return told.message
  const { event } = logged
  switch (event.type) {
    case 'told':
      return isForTheMoment(event) ? undefined : (withTime(event, logged, reader) ?? told?.message)
    case 'echo':
      // Plain clients know what they did themselves.
      if (event.seat === reader.seat && seq > reader.replayUntil) return undefined
      return withTime(event, logged, reader) ?? notify(event)
    case 'question':
      return question(seq, event, reader)
    case 'answered':
      return answered(seq, event, reader)
    case 'prompt':
      return event.seat === reader.seat ? undefined : turn(reader, { state: 'running', by: event.by })
    case 'response':
      return response(seq, event, reader)
    case 'reply':
      return event.seat === reader.seat && seq > reader.had ? answer(event.request, event.answer) : undefined
    case 'agent':
      return reader.knowsUs ? agent(event, reader) : undefined
    case 'opened':
    case 'titled':
      return undefined
  }
}

/** The answer to a request, as it leaves. */
export function answer(id: Id, outcome: Answer): string {
  return JSON.stringify({ jsonrpc: '2.0', id, ...outcome })
}

/** A notification, as it leaves. */
export function notify({ method, params }: { readonly method: string; readonly params: unknown }): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params })
}

function question(
  seq: number,
  { method, isForAll }: EventOf<'question'>,
  reader: Reader,
): string | undefined {
  const open = reader.questionAt(seq)
  if (open === undefined || !(isForAll ? reader.canAnswer : reader.isController)) return undefined
  // The place is the id: who is told twice is told the same.
  const id = toEventId({ epoch: reader.epoch, number: seq })
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: open.params })
}

function answered(seq: number, event: EventOf<'answered'>, reader: Reader): string | undefined {
  const requestId = toEventId({ epoch: reader.epoch, number: event.question })
  const { sessionId } = reader
  const { how, by, outcome } = event
  if (reader.knowsUs)
    return notify({
      method: ANSWERED_METHOD,
      params: { sessionId, requestId, how, by, outcome, reason: how === 'answered' ? undefined : how },
    })
  const hadIt = event.isForAll ? reader.canAnswer : reader.isController
  if (!hadIt || event.seat === reader.seat || seq <= reader.replayUntil) return undefined
  return notify({ method: CANCEL_METHOD, params: { requestId } })
}

function response(seq: number, event: EventOf<'response'>, reader: Reader): string | undefined {
  const request = reader.requestOf(event.prompt)
  if (request !== undefined && seq > reader.had) return answer(request, event.answer)
  if (!reader.answersEndTurns) return undefined
  const stopReason = 'error' in event.answer ? 'error' : fieldOf(event.answer.result, 'stopReason')
  return turn(reader, { state: 'ended', stopReason, by: event.by })
}

function turn(reader: Reader, more: object): string | undefined {
  if (!reader.knowsUs) return undefined
  return notify({ method: TURN_METHOD, params: { sessionId: reader.sessionId, ...more } })
}

function agent({ change, detail }: EventOf<'agent'>, { sessionId }: Reader): string {
  return notify({ method: AGENT_METHOD, params: { sessionId, state: change, detail } })
}

/** What is told again says when it was; nothing where that is known by its coming, or of no use. */
function withTime(
  { method, params }: EventOf<'told' | 'echo'>,
  { seq, at }: Logged,
  reader: Reader,
): string | undefined {
  if (!reader.knowsUs || seq > reader.replayUntil || at === undefined) return undefined
  if (!isFields(params)) return undefined
  return notify({ method, params: { ...params, _meta: { ...Object(params._meta), [AT_META]: at } } })
}

/** Notices are never told again. */
function isForTheMoment({ params }: EventOf<'told'>): boolean {
  return fieldOf(fieldOf(params, 'update'), 'sessionUpdate') === 'notice'
}
