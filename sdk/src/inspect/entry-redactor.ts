/**
 * Redacts entries one after the other, and sees a secret that is split over several pieces of a message, of a terminal's
 * output or of stderr. Entries keep their number, their order and their shape; those behind an unfinished line wait.
 */

import type { RedactedStream } from '../guard/index.js'
import type { Entry, Heading } from './entry.js'
import { type RedactEntryOptions, redactEntry } from './entry-redaction.js'
import { fieldOf } from './fields.js'
import { type Piece, pieceOf, updateOf } from './streamed-text.js'
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
  readonly piece: Piece | undefined
  readonly entry: Entry
  /** How much of the piece has been redacted, and into what. */
  taken: number
  shown: string
}

interface Stream {
  readonly session: string
  readonly redacted: RedactedStream
  items: Item[]
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
    const piece = this.#options.dropsContents === true && isOutput(entry) ? undefined : pieceOf(entry)
    const item: Item = { piece, entry, taken: 0, shown: '' }
    this.#queue.push(item)
    if (piece === undefined) {
      const session = restedBy(entry, this.#prompts)
      if (session !== undefined) this.#cutAll(stream => stream.session === session)
    } else this.#add(item, piece)
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

  #add(item: Item, { session, whole, text }: Piece): void {
    const key = `${session} ${whole}`
    const stream = this.#streams.get(key) ?? {
      session,
      redacted: this.#options.redactor.stream(),
      items: [],
    }
    this.#streams.set(key, stream)
    stream.items.push(item)
    spread(stream, stream.redacted.push(text))
  }

  /** What they hold goes out, but they stay: a message may be taken up again whatever came between. */
  #cutAll(isMeant: (stream: Stream) => boolean): void {
    for (const stream of this.#streams.values())
      if (isMeant(stream)) spread(stream, stream.redacted.cut())
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
  return item !== undefined && (item.piece === undefined || item.taken === item.piece.text.length)
}

function toEntry({ piece, entry, shown }: Item): Entry {
  return piece === undefined || piece.text === shown ? entry : piece.put(shown)
}

/** Output of terminals, which is dropped as a whole. */
function isOutput(entry: Entry): boolean {
  const update = 'message' in entry ? updateOf(entry.message)?.update : undefined
  return (
    update?.sessionUpdate === 'terminal_output_chunk' ||
    fieldOf(update?._meta, 'terminal_output') !== undefined
  )
}

/** The session whose turn is over with this entry: nothing more is likely to come soon. */
function restedBy(entry: Entry, prompts: Map<string, string>): string | undefined {
  if (!('message' in entry)) return undefined
  const { message } = entry
  if (typeof message !== 'object' || message === null || !('id' in message)) return undefined
  const id = JSON.stringify(message.id)
  if ('method' in message) {
    if (message.method === 'session/prompt' && 'params' in message)
      prompts.set(id, String(Object(message.params).sessionId))
    return undefined
  }
  const session = entry.to === 'client' ? prompts.get(id) : undefined
  if (session !== undefined) prompts.delete(id)
  return session
}

/** Gives what was let through to the pieces it was made of: what did not change stays where it was. */
function spread(stream: Stream, shown: string): void {
  const waiting = stream.items.reduce((sum, { piece, taken }) => sum + (piece?.text.length ?? 0) - taken, 0)
  let left = waiting - stream.redacted.held
  const slices: { readonly item: Item; readonly text: string }[] = []
  for (const item of stream.items) {
    if (left <= 0) break
    const text = item.piece?.text.slice(item.taken, item.taken + left) ?? ''
    item.taken += text.length
    left -= text.length
    slices.push({ item, text })
  }
  stream.items = stream.items.filter(item => !isReady(item))
  share(slices, shown)
}

function share(slices: readonly { readonly item: Item; readonly text: string }[], shown: string): void {
  const original = slices.map(({ text }) => text).join('')
  const [before, after] = commonEnds(original, shown)
  const changed = shown.slice(before, shown.length - after)
  const resumes = original.length - after
  let at = 0
  let isPlaced = false
  for (const [index, { item, text }] of slices.entries()) {
    const end = at + text.length
    item.shown += text.slice(0, Math.max(0, before - at))
    if (!isPlaced && (end > before || index === slices.length - 1)) {
      item.shown += changed
      isPlaced = true
    }
    if (end > resumes) item.shown += text.slice(Math.max(0, resumes - at))
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
