/**
 * Redacts entries one after the other, and sees a secret that is split over several pieces of a message, of a terminal's
 * output or of stderr. Entries keep their number, their order and their shape; those behind an unfinished line wait.
 */

import type { RedactedStream } from '../guard/index.js'
import type { Entry, Heading } from './entry.js'
import { type RedactEntryOptions, redactEntry } from './entry-redaction.js'
import { fieldOf, isFields } from './fields.js'
import { type PlacedPiece, piecesOf } from './streamed-text.js'
import { toldSecrets } from './told-secrets.js'

/** Takes secrets out of entries as they come. */
export interface EntryRedactor {
  /** The entries that are ready by now, in order. */
  push(entry: Entry): readonly Entry[]
  /** All that waits: an unfinished line is taken for one that may end in half of a secret. */
  release(): readonly Entry[]
  /** All that waits; there will be no more. */
  end(): readonly Entry[]
  /** How many entries wait. */
  readonly waiting: number
}

interface Item {
  readonly entry: Entry
  readonly parts: readonly Part[]
}

/** A piece of an entry: how much of it has been redacted, and into what. */
interface Part {
  readonly piece: PlacedPiece
  taken: number
  shown: string
}

interface Stream {
  readonly session: string
  readonly redacted: RedactedStream
  parts: Part[]
}

const MOST_WAITING = 4_096
const MOST_STREAMS = 1_000
/** Of each side: neither can use up what the other may need. */
const MOST_TOLD = 32
const LEARNED = /^.{4,128}$/

/** A redactor for the entries of one wire. */
export function createEntryRedactor(options: RedactEntryOptions): EntryRedactor {
  return new WaitingEntries(options)
}

class WaitingEntries implements EntryRedactor {
  #options: RedactEntryOptions
  /** By who told them. */
  readonly #told: Readonly<Record<Heading, Set<string>>> = { agent: new Set(), client: new Set() }
  readonly #queue: Item[] = []
  readonly #streams = new Map<string, Stream>()
  /** The sessions of the prompts that are not answered, by their ids. */
  readonly #prompts = new Map<string, string>()

  constructor(options: RedactEntryOptions) {
    this.#options = options
  }

  get waiting(): number {
    return this.#queue.length
  }

  push(entry: Entry): readonly Entry[] {
    if ('message' in entry) this.#learn(toldSecrets(entry.message), this.#told[entry.to])
    const drops = this.#options.dropsContents === true
    const pieces = piecesOf(entry).filter(({ isOutput }) => !(drops && isOutput))
    const parts = pieces.map(piece => ({ piece, taken: 0, shown: '' }))
    this.#queue.push({ entry, parts })
    for (const part of parts) this.#add(part)
    for (const session of restedBy(entry, this.#prompts)) this.#cutAll(stream => stream.session === session)
    if (this.#streams.size > MOST_STREAMS) this.#forget()
    return this.#queue.length > MOST_WAITING ? this.release() : this.#settle()
  }

  release(): readonly Entry[] {
    this.#cutAll(() => true)
    return this.#settle()
  }

  // Nobody knows whether the wire was over or cut off.
  end(): readonly Entry[] {
    return this.release()
  }

  #learn(secrets: readonly string[], told: Set<string>): void {
    const { learn, redactor } = this.#options
    const before = told.size
    if (learn === undefined) return
    for (const secret of secrets) {
      // Every secret that is known by heart is looked for in every text.
      if (told.size >= MOST_TOLD) break
      // Only what does not give itself away.
      if (LEARNED.test(secret) && redactor.text(secret) === secret) told.add(secret)
    }
    if (told.size === before) return
    this.#options = { ...this.#options, redactor: learn([...this.#told.agent, ...this.#told.client]) }
  }

  #add(part: Part): void {
    const { session, whole, text } = part.piece
    const key = `${session} ${whole}`
    const stream = this.#streams.get(key) ?? {
      session,
      redacted: this.#options.redactor.stream(),
      parts: [],
    }
    this.#streams.set(key, stream)
    stream.parts.push(part)
    spread(stream, stream.redacted.push(text))
  }

  /** What they hold goes out, but they stay: a message may be taken up again whatever came between. */
  #cutAll(isMeant: (stream: Stream) => boolean): void {
    for (const stream of this.#streams.values()) if (isMeant(stream)) spread(stream, stream.redacted.cut())
  }

  /** Those that were heard of first. */
  #forget(): void {
    for (const [key, stream] of [...this.#streams].slice(0, MOST_STREAMS / 2)) {
      spread(stream, stream.redacted.cut())
      this.#streams.delete(key)
    }
  }

  #settle(): readonly Entry[] {
    let ready = 0
    while (ready < this.#queue.length && isReady(this.#queue[ready])) ready++
    return this.#queue.splice(0, ready).map(item => redactEntry(toEntry(item), this.#options))
  }
}

function isReady(item: Item | undefined): boolean {
  return item?.parts.every(isTaken) === true
}

function isTaken({ piece, taken }: Part): boolean {
  return taken === piece.text.length
}

function toEntry({ entry, parts }: Item): Entry {
  const changed = parts.filter(({ piece, shown }) => piece.text !== shown)
  const [first] = changed
  if (first === undefined) return entry
  if (!('message' in entry) || !Array.isArray(entry.message)) return first.piece.put(first.shown)
  const messages: unknown[] = [...entry.message]
  for (const { piece, shown } of changed) {
    const put = piece.put(shown)
    if (piece.place !== undefined && 'message' in put) messages[piece.place] = put.message
  }
  return { ...entry, message: messages }
}

/** The sessions whose turn is over with this entry: nothing more is likely to come soon. */
function restedBy(entry: Entry, prompts: Map<string, string>): readonly string[] {
  if (!('message' in entry)) return []
  const messages: readonly unknown[] = Array.isArray(entry.message) ? entry.message : [entry.message]
  return messages.flatMap(message => {
    if (!isFields(message) || !('id' in message)) return []
    const id = JSON.stringify(message.id)
    if (message.method === 'session/prompt') prompts.set(id, String(fieldOf(message.params, 'sessionId')))
    if ('method' in message || entry.to !== 'client') return []
    const session = prompts.get(id)
    prompts.delete(id)
    return session === undefined ? [] : [session]
  })
}

/** Gives what was let through to the pieces it was made of: what did not change stays where it was. */
function spread(stream: Stream, shown: string): void {
  const waiting = stream.parts.reduce((sum, { piece, taken }) => sum + piece.text.length - taken, 0)
  let left = waiting - stream.redacted.held
  const slices: Slice[] = []
  for (const part of stream.parts) {
    if (left <= 0) break
    const text = part.piece.text.slice(part.taken, part.taken + left)
    part.taken += text.length
    left -= text.length
    slices.push({ part, text })
  }
  if (slices.length === 0) return
  stream.parts = stream.parts.filter(part => !isTaken(part))
  share(slices, shown)
}

interface Slice {
  readonly part: Part
  readonly text: string
}

function share(slices: readonly Slice[], shown: string): void {
  const original = slices.map(({ text }) => text).join('')
  const [before, after] = commonEnds(original, shown)
  const changed = shown.slice(before, shown.length - after)
  const resumes = original.length - after
  let at = 0
  let isPlaced = false
  for (const [index, { part, text }] of slices.entries()) {
    const end = at + text.length
    part.shown += text.slice(0, Math.max(0, before - at))
    if (!isPlaced && (end > before || index === slices.length - 1)) {
      part.shown += changed
      isPlaced = true
    }
    if (end > resumes) part.shown += text.slice(Math.max(0, resumes - at))
    at = end
  }
}

/** How many characters two texts have in common at the beginning, and at the end of the rest. */
function commonEnds(one: string, other: string): readonly [before: number, after: number] {
  if (one === other) return [one.length, 0]
  const shorter = Math.min(one.length, other.length)
  let before = 0
  while (before < shorter && one[before] === other[before]) before++
  let after = 0
  while (after < shorter - before && one[one.length - 1 - after] === other[other.length - 1 - after]) after++
  return [before, after]
}
