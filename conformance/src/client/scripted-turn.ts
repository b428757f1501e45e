/** One prompt of the client under test, and everything an agent may do about it. */

import { CannotGoOn } from '../judge.js'
import type { Version } from '../requirement.js'
import type { Json } from '../wire/arrivals.js'
import { toJson } from '../wire/json.js'
import type { Answer, CallOptions, ScriptedPeer } from '../wire/scripted-peer.js'

/** The answers that a question for permission offers unless a scenario says otherwise. */
export const PERMISSION_OPTIONS: readonly Json[] = [
  { optionId: 'no-7f', name: 'Reject', kind: 'reject_once' },
  { optionId: 'yes-7f', name: 'Allow', kind: 'allow_once' },
  { optionId: 'ever-7f', name: 'Always allow', kind: 'allow_always' },
]

export interface TurnContext {
  readonly peer: ScriptedPeer
  readonly version: Version
  /** Milliseconds that the client may take for an answer. */
  readonly deadline: number
}

export class ScriptedTurn {
  readonly sessionId: string
  /** What was asked. */
  readonly blocks: readonly Json[]
  /** When it came, in the time of the peer. */
  readonly at: number
  readonly #context: TurnContext
  #messages = 0

  constructor(params: Json, context: TurnContext) {
    this.#context = context
    this.sessionId = String(params.sessionId)
    this.blocks = Array.isArray(params.prompt) ? params.prompt.map(toJson) : []
    this.at = context.peer.now
  }

  update(update: Json): void {
    this.#context.peer.notify('session/update', { sessionId: this.sessionId, update })
  }

  /** Says something: in a message of its own, or as a piece of the one that is named. */
  say(text: string, messageId?: string): void {
    const named = messageId ?? (this.#context.version === 2 ? `said-${++this.#messages}` : undefined)
    this.update({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text },
      ...(named === undefined ? {} : { messageId: named }),
    })
  }

  /** Calls the client in the name of this session. */
  call(method: string, params: Json, options: CallOptions = {}): Promise<Answer> {
    const { peer, deadline } = this.#context
    return peer.call(method, { sessionId: this.sessionId, ...params }, { within: deadline, ...options })
  }

  /** The result of a call, where the scenario is about something else. */
  async demand(method: string, params: Json): Promise<Json> {
    const answer = await this.call(method, params)
    if ('result' in answer) return toJson(answer.result)
    const why = 'error' in answer ? `error ${String(answer.error.code)}` : answer.silence
    throw new CannotGoOn(`the client did not do ${method}: ${why}`)
  }

  /** Asks for permission, about a tool call that was announced or not. */
  ask(more: Json = {}, options: CallOptions = {}): Promise<Answer> {
    const toolCall = { toolCallId: 'call-1', title: 'Change a file', kind: 'edit', status: 'pending' }
    const asked =
      this.#context.version === 1
        ? { toolCall, options: PERMISSION_OPTIONS }
        : { title: 'Change a file', subject: { type: 'tool_call', toolCall }, options: PERMISSION_OPTIONS }
    return this.call('session/request_permission', { ...asked, ...more }, options)
  }

  /** Says that what was done at an address is complete. */
  complete(elicitationId: string): void {
    this.#context.peer.notify('elicitation/complete', { elicitationId })
  }

  /** Waits for the client to cancel this session; false when it never does. */
  async untilCancelled(): Promise<boolean> {
    const { peer, deadline } = this.#context
    const cancel = await peer.arrivals.find(
      ({ message }) =>
        message.method === 'session/cancel' && toJson(message.params).sessionId === this.sessionId,
      deadline,
    )
    return typeof cancel !== 'string'
  }
}
