/** What a stream has told and is to tell, in memory: texts in order, each with a place, and a cursor. Knows no client. */

import { BEGINNING, fromEventId } from './event-id.js'

/** How much of what was sent is kept for clients that come back for it. */
export interface Retention {
  readonly events: number
  readonly bytes: number
}

/** One way of counting the places of a log: the event 1 is the place `before + 1`. */
interface Epoch {
  readonly name: string
  readonly before: number
}

const EPOCH_BYTES = 12
const KNOWN_EPOCHS = 4
const TRIM_AFTER = 1_024

export class StreamLog {
  readonly #terms: { readonly retention: Retention }
  #epochs: readonly [Epoch, ...Epoch[]]
  #texts: string[] = []
  // Texts in front of it were dropped; it stands for the place `#first`.
  #head = 0
  #first = 1
  #cursor = 1
  #keptBytes = 0
  #waitingBytes = 0

  constructor(terms: { readonly retention: Retention }) {
    this.#terms = terms
    this.#epochs = [{ name: newEpoch(), before: 0 }]
  }

  /** Bytes that nobody was sent yet, counted in characters. */
  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /** Bytes that were sent and are kept. */
  get keptBytes(): number {
    return this.#keptBytes
  }

  /** The place of the text at the cursor. */
  get place(): number {
    return this.#cursor
  }

  /** The place of the first that is kept. */
  get first(): number {
    return this.#first
  }

  /** The place of the last that there is. */
  get last(): number {
    return this.#first + this.#texts.length - this.#head - 1
  }

  /** The text at the cursor; nothing when all was sent. */
  get next(): string | undefined {
    return this.#texts[this.#head + this.#cursor - this.#first]
  }

  /** The id of what is at the cursor. */
  get nextId(): string {
    const [epoch] = this.#epochs
    return `${epoch.name}.${this.#cursor - epoch.before}`
  }

  append(text: string): void {
    this.#texts.push(text)
    this.#waitingBytes += text.length
  }

  /** What was at the cursor is sent now. */
  advance(): void {
    const { length } = this.next ?? ''
    this.#cursor++
    this.#waitingBytes -= length
    this.#keptBytes += length
    this.trim(this.#terms.retention)
  }

  /** Drops the oldest of what was sent. */
  trim({ events, bytes }: Retention): void {
    while (this.#first < this.#cursor && (this.#cursor - this.#first > events || this.#keptBytes > bytes)) {
      this.#keptBytes -= this.#texts[this.#head]?.length ?? 0
      this.#texts[this.#head++] = ''
      this.#first++
    }
    if (this.#head < TRIM_AFTER || this.#head * 2 < this.#texts.length) return
    this.#texts = this.#texts.slice(this.#head)
    this.#head = 0
  }

  /** Puts the cursor behind an event; false when what follows it is not known, and then nothing has moved. */
  seek(after: string): boolean {
    const place = this.#placeOf(after)
    if (place === undefined || place < this.#first - 1) return false
    this.#moveTo(place + 1)
    return true
  }

  /**
   * Begins to count anew, with a text in front of all that can still be told to whoever has this event: of a known epoch
   * everything that is kept, of an unknown one what nobody was sent yet. The text is told which event is the last one.
   */
  restart(write: (last: string) => string, after: string): void {
    if (this.#placeOf(after) === undefined) this.trim({ events: 0, bytes: 0 })
    // It takes the place of the last one that was lost: so the places of all others stay as they were.
    const epoch = { name: newEpoch(), before: this.#first - 2 }
    const text = write(`${epoch.name}.${this.last - epoch.before}`)
    this.#texts = [text, ...this.#texts.slice(this.#head)]
    this.#head = 0
    this.#first--
    this.#keptBytes += text.length
    this.#epochs = [epoch, ...this.#epochs.slice(0, KNOWN_EPOCHS - 1)]
    this.#moveTo(this.#first)
  }

  #moveTo(place: number): void {
    while (this.#cursor > place) this.#shiftBytes(--this.#cursor, 1)
    while (this.#cursor < place) this.#shiftBytes(this.#cursor++, -1)
  }

  #shiftBytes(place: number, sign: 1 | -1): void {
    const length = sign * (this.#texts[this.#head + place - this.#first]?.length ?? 0)
    this.#waitingBytes += length
    this.#keptBytes -= length
  }

  /** The place of an event that was told once; nothing for one that never was. */
  #placeOf(after: string): number | undefined {
    if (after === BEGINNING) return 0
    const id = fromEventId(after)
    const epoch = this.#epochs.find(({ name }) => name === id?.epoch)
    if (id === undefined || epoch === undefined) return undefined
    const place = epoch.before + id.number
    return place <= this.last ? place : undefined
  }
}

/** 96 random bits: nobody's event of another telling is taken for one of this. */
function newEpoch(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(EPOCH_BYTES))
  return btoa(String.fromCharCode(...bytes)).replace(/[+/]/g, each => (each === '+' ? '-' : '_'))
}
