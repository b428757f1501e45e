/**
 * Pieces that stream by and differ in nothing but their words: when one of them was interpreted, the next leave as it did,
 * with words of their own. To read, interpret and write each of them takes four times as long.
 */

import { type Gap, gapAround, isAround, MOST_GAP_CHARACTERS } from '../gap.js'
import { type Envelope, isEnvelope } from '../message.js'
import type { Received } from './received.js'
import type { RelayWriter } from './relay-writer.js'

/** What came of a message: a single text, in which its words stand somewhere. */
export interface Sung {
  /** The params of that message: while one is worked on, something else may happen and be told. */
  readonly of: unknown
  readonly words: string
  readonly text: string
  readonly writer: RelayWriter
}

/** What stands around the words, as they come and as they leave. */
interface Verse extends Gap {
  readonly toldBefore: string
  readonly toldAfter: string
  readonly isUnchanged: boolean
  readonly writer: RelayWriter
}

const MOST_VERSES = 4
// To learn a verse takes as long as two messages that leave by one save. Where too many streams take turns, or the state is
// often another, learning stops before it costs more than it brings; a look now and then shows whether that is over.
const LEARNING_COSTS = 2
const MOST_CREDIT = 16
const LOOKS_AGAIN_AFTER = 64

// What `JSON.stringify` writes between the quotes of a string: no quote, backslash or control character but in an escape.
const WORDS = /[ !#-[\]-\uffff]*(?:\\["\\bfnrt][ !#-[\]-\uffff]*)*/y

export class Refrain {
  #verses: readonly Verse[] = []
  /** What an interpreter makes of them in another is not known. */
  #state: unknown
  #credit = MOST_CREDIT
  #misses = 0

  /** Sends what comes of this text, where all but its words is known; false where it has to be interpreted. */
  repeat(text: string, state: unknown): boolean {
    if (this.#state !== state) this.#begin(state)
    for (const verse of this.#verses) {
      if (!isAround(verse, text)) continue
      const { before, after, toldBefore, toldAfter, isUnchanged, writer } = verse
      const end = text.length - after.length
      if (!areWords(text, before.length, end)) return false
      if (this.#credit < MOST_CREDIT) this.#credit++
      return writer.repeat(isUnchanged ? text : toldBefore + text.slice(before.length, end) + toldAfter)
    }
    return false
  }

  /** A message was interpreted, and this is all that came of it: the state is the one before. */
  learn({ message, text }: Received, state: unknown, { of, words, text: told, writer }: Sung): void {
    // A text with escapes may spell the words in another way, and something else as they are.
    if (text === undefined || text.length > MOST_GAP_CHARACTERS || text.includes('\\')) return
    if (!this.#canAfford() || !isNotification(message, of)) return
    const isUnchanged = told === text
    const came = gapAround(words, text)
    const left = isUnchanged ? came : gapAround(words, told)
    if (came === undefined || left === undefined) return
    if (this.#state !== state) this.#begin(state)
    const verse = { ...came, toldBefore: left.before, toldAfter: left.after, isUnchanged, writer }
    this.#verses = [verse, ...this.#verses].slice(0, MOST_VERSES)
  }

  #canAfford(): boolean {
    if (this.#credit < LEARNING_COSTS) return ++this.#misses % LOOKS_AGAIN_AFTER === 0
    this.#credit -= LEARNING_COSTS
    return true
  }

  #begin(state: unknown): void {
    this.#state = state
    this.#verses = []
  }
}

function areWords(text: string, start: number, end: number): boolean {
  WORDS.lastIndex = start
  WORDS.test(text)
  return WORDS.lastIndex === end
}

function isNotification(message: unknown, params: unknown): message is Envelope {
  return (
    isEnvelope(message) &&
    message.id === undefined &&
    message.params !== undefined &&
    message.params === params
  )
}
