/**
 * Names for what has another id in every recording: sessions, messages, calls, terminals, requests, what stands in for
 * secrets. What comes first is called 1, so that two recordings of the same talk say the same.
 */

import type { MessageEntry } from './entry.js'

type Fields = Readonly<Record<string, unknown>>

/** Fields whose value is an id that somebody made up; those of one kind share their names. */
const KINDS: Readonly<Record<string, string>> = {
  sessionId: 'session',
  parentSessionId: 'session',
  forkedSessionId: 'session',
  messageId: 'message',
  userMessageId: 'message',
  toolCallId: 'call',
  parentToolCallId: 'call',
  terminalId: 'terminal',
  terminal_id: 'terminal',
  elicitationId: 'question',
  compactionId: 'compaction',
  subagentId: 'subagent',
  planId: 'plan',
  nextCursor: 'cursor',
  cursor: 'cursor',
  requestId: 'request',
}
const STAND_IN = /«redacted:[\da-f]+»/g
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/
const MOST_LEVELS = 120

/** The kind of id that goes by this name; nothing where it is none. */
export function idKindOf(name: string): string | undefined {
  return Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
}

/** Gives names to the ids of one recording, in the order in which they come. */
export class PartNames {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** The message with a name in the place of every such id. */
  rename({ message, to }: MessageEntry): unknown {
    if (typeof message !== 'object' || message === null) return message
    if (Array.isArray(message))
      return message.map(each => this.rename({ message: each, to, at: 0, bytes: 0 }))
    const fields: Fields = { ...message }
    // Who asks chooses the id: an answer bears one of the other side's.
    const asker = 'method' in fields === (to === 'agent') ? 'client' : 'agent'
    const inner = this.#value(fields, 0)
    return 'id' in fields && typeof inner === 'object'
      ? { ...inner, id: this.#nameOf(`request of the ${asker}`, JSON.stringify(fields.id)) }
      : inner
  }

  /** The name of a session by its id. */
  session(id: string): string {
    return this.#nameOf('session', id)
  }

  #value(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value !== 'object' || value === null || depth > MOST_LEVELS) return value
    if (Array.isArray(value)) return value.map(each => this.#value(each, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        const kind = idKindOf(name)
        const isId = kind !== undefined && (typeof each === 'string' || typeof each === 'number')
        return [name, isId ? this.#nameOf(kind, String(each)) : this.#value(each, depth + 1)]
      }),
    )
  }

  #text(text: string): string {
    if (MOMENT.test(text)) return '‹a moment›'
    if (!text.includes('«')) return text
    return text.replace(STAND_IN, found => `«${this.#nameOf('secret', found)}»`)
  }

  #nameOf(kind: string, id: string): string {
    const key = `${kind} ${id}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const name = `${kind} ${count}`
    this.#names.set(key, name)
    return name
  }
}
