/** A run as lines of JSON: one event each, with a type and a time. The names are documented and stay. */

import type { ThreadUpdate, ThreadVersion } from '@parley/acp/thread'
import { itemsOf } from '@parley/acp/thread'
import { toSafeJson } from '../listing/safe-json.js'
import type { Output } from '../render/output.js'
import { CallBook } from './call-book.js'
import type { Format, RunEvent, Update } from './event.js'
import { entriesIn, textIn, toNote } from './ledger.js'

type Fields = Readonly<Record<string, unknown>> & { readonly type: string }

export class Ndjson implements Format {
  readonly #output: Output
  readonly #now: () => number
  #book = new CallBook(1)

  constructor({ output, now }: { readonly output: Output; readonly now: () => number }) {
    this.#output = output
    this.#now = now
  }

  show(event: RunEvent): Promise<void> | undefined {
    switch (event.type) {
      case 'start':
        this.#book = new CallBook(event.protocolVersion as ThreadVersion)
        return this.#write(event)
      case 'update':
        return this.#write(this.#toEvent(event.update))
      case 'permission':
        return this.#write({ type: 'permission', ...event.permission })
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

  #toEvent(update: Update): Fields {
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
      case 'tool_call':
      case 'tool_call_update':
      case 'tool_call_content_chunk':
        return this.#toCall(update)
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

  /** The whole call as it is now, so that nobody has to put it together. */
  #toCall(update: Update): Fields {
    const view = this.#book.fold(update as ThreadUpdate, this.#now())
    if (view === undefined) return { type: 'update', update }
    return { type: 'tool', ...toNote(view.call), content: itemsOf(view.call.content) }
  }
}

function toPiece(type: 'text' | 'thought', block: unknown): Fields {
  const isText = typeof block === 'object' && block !== null && 'type' in block && block.type === 'text'
  return isText
    ? { type, text: textIn(block) }
    : { type: 'content', role: type === 'text' ? 'agent' : 'thought', block }
}
