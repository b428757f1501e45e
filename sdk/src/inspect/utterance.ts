/** What was said on a wire, in units that can be compared: a message, or all pieces of one that follow each other. */

import type { Entry, MessageEntry, NoiseEntry } from './entry.js'
import { PartNames } from './part-names.js'
import { type Piece, pieceOf, updateOf } from './streamed-text.js'

/** One unit. */
export interface Utterance {
  /** What it is, without what it says: equal keys may be partners. */
  readonly key: string
  readonly label: string
  /** The place of its first entry. */
  readonly entry: number
  /** What it says, with names for ids. */
  readonly value: unknown
}

type Fields = Readonly<Record<string, unknown>>

/** A message of which more pieces may come. */
interface Growing {
  readonly place: number
  readonly entry: MessageEntry
  readonly piece: Piece
  readonly texts: string[]
}

interface Asked {
  readonly method: string
  readonly session: string | undefined
}

/** Everything that both sides said, in order; what happened beside the wire is left out. */
export function utterancesOf(entries: readonly Entry[]): readonly Utterance[] {
  const hearing = new Hearing()
  for (const [index, entry] of entries.entries()) {
    if ('noise' in entry) hearing.all.push(noiseOf(entry, index))
    if (!('message' in entry)) continue
    const messages: readonly unknown[] = Array.isArray(entry.message) ? entry.message : [entry.message]
    for (const message of messages) hearing.hear({ ...entry, message }, index)
  }
  hearing.endAll()
  return hearing.all
}

class Hearing {
  readonly all: Utterance[] = []
  readonly #names = new PartNames()
  /** Requests, by who asked and by id. */
  readonly #asked = new Map<string, Asked>()
  /** The message that grows in each session. */
  readonly #growing = new Map<string, Growing>()

  hear(entry: MessageEntry, index: number): void {
    const piece = pieceOf(entry)
    if (piece === undefined) {
      const { utterance, session } = this.#toUtterance(entry, index)
      if (session !== undefined) this.#end(session)
      this.all.push(utterance)
      return
    }
    const open = this.#growing.get(piece.session)
    if (open?.piece.whole === piece.whole) {
      open.texts.push(piece.text)
      return
    }
    this.#end(piece.session)
    this.#growing.set(piece.session, { place: this.all.length, entry, piece, texts: [piece.text] })
    this.all.push(this.#toUtterance(entry, index).utterance)
  }

  endAll(): void {
    for (const session of [...this.#growing.keys()]) this.#end(session)
  }

  #end(session: string): void {
    const open = this.#growing.get(session)
    this.#growing.delete(session)
    const first = open === undefined ? undefined : this.all[open.place]
    if (open === undefined || first === undefined || open.texts.length < 2) return
    const whole = open.piece.put(open.texts.join(''))
    if ('message' in whole) this.all[open.place] = { ...first, value: this.#names.rename(whole) }
  }

  /** The unit, and the session in which it ends what was being said. */
  #toUtterance(
    entry: MessageEntry,
    index: number,
  ): { readonly utterance: Utterance; readonly session: string | undefined } {
    const { to, message } = entry
    const value = this.#names.rename(entry)
    const by = to === 'agent' ? 'client' : 'agent'
    const made = (what: string, label = what): Utterance => ({
      ...{ key: `${by} ${what}`, label: `${by}: ${label}`, entry: index, value },
    })
    if (typeof message !== 'object' || message === null)
      return { utterance: made('no message'), session: undefined }
    const fields: Fields = { ...message }
    if (typeof fields.method !== 'string') return this.#toAnswer(fields, to, made)
    const { method } = fields
    const session = sessionIn(fields.params)
    if ('id' in fields) this.#asked.set(`${by} ${JSON.stringify(fields.id)}`, { method, session })
    const kind = String(updateOf(message)?.update.sessionUpdate ?? '')
    const about = session === undefined ? '' : `, ${this.#names.session(session)}`
    return { utterance: made(`${method}${kind === '' ? '' : ` ${kind}`}${about}`), session }
  }

  #toAnswer(
    fields: Fields,
    to: string,
    made: (what: string, label?: string) => Utterance,
  ): { readonly utterance: Utterance; readonly session: string | undefined } {
    const asked = this.#asked.get(`${to} ${JSON.stringify(fields.id)}`)
    const method = asked?.method ?? 'nothing that was asked'
    const kind = 'error' in fields ? 'error' : 'answer'
    return {
      utterance: made(`answer to ${method}`, `${kind} to ${method}`),
      session: method === 'session/prompt' ? asked?.session : undefined,
    }
  }
}

function sessionIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('sessionId' in value)) return undefined
  return typeof value.sessionId === 'string' ? value.sessionId : undefined
}

function noiseOf({ to, noise, text }: NoiseEntry, entry: number): Utterance {
  const by = to === 'agent' ? 'client' : 'agent'
  return { key: `${by} ${noise}`, label: `${by}: ${noise}`, entry, value: text }
}
