/** A run as lines of JSON: one event each, with a type and a time. The names are documented and stay. */

import { itemsOf } from '@parley/acp/thread'
import { toSafeJson } from '../listing/safe-json.js'
import type { Output } from '../render/output.js'
import type { CallNews } from './call-book.js'
import type { Format, RunEvent, Update } from './event.js'
import { entriesIn, textIn, toNote } from './ledger.js'

type Fields = Readonly<Record<string, unknown>> & { readonly type: string }

export class Ndjson implements Format {
  readonly #output: Pick<Output, 'write'>
  readonly #now: () => number

  constructor({ output, now }: { readonly output: Pick<Output, 'write'>; readonly now: () => number }) {
    this.#output = output
    this.#now = now
  }

  show(event: RunEvent): Promise<void> | undefined {
    switch (event.type) {
      case 'update':
        return this.#write(
          event.call === undefined ? toEvent(event.update) : toCall(event.call, event.update),
        )
      case 'permission':
        return this.#write({ type: 'permission', ...event.permission })
      case 'question':
        return undefined
      case 'end':
        return this.#write({ type: 'end', ...event.report })
      default:
        return this.#write(event)
    }
  }

  #write({ type, ...fields }: Fields): Promise<void> | undefined {
    const time = new Date(this.#now()).toISOString()
    return this.#output.write(`${toSafeJson({ type, time, ...fields })}\n`)
  }
}

function toEvent(update: Update): Fields {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return toPiece('text', update.content)
    case 'agent_thought_chunk':
      return toPiece('thought', update.content)
    case 'plan':
    case 'plan_update':
      return { type: 'plan', entries: entriesIn(update) }
    case 'usage_update':
      return { type: 'usage', used: update.used, size: update.size, cost: update.cost ?? null }
    case 'notice':
      return {
        type: 'notice',
        severity: update.severity,
        title: update.title,
        description: update.description ?? null,
      }
    default:
      return { type: 'update', update }
  }
}

/** What is small is always there. What is shown is there when it is replaced, and when the call is over; else what was added. */
function toCall({ call, isEnding }: CallNews, update: Update): Fields {
  const note = { type: 'tool', ...toNote(call) }
  if (isEnding) return { ...note, content: itemsOf(call.content) }
  if (update.sessionUpdate === 'tool_call_content_chunk') return { ...note, added: [update.content] }
  const isReplaced = 'content' in update && update.content !== undefined
  return isReplaced ? { ...note, content: update.content ?? [] } : note
}

function toPiece(type: 'text' | 'thought', block: unknown): Fields {
  const isText = typeof block === 'object' && block !== null && 'type' in block && block.type === 'text'
  return isText
    ? { type, text: textIn(block) }
    : { type: 'content', role: type === 'text' ? 'agent' : 'thought', block }
}
