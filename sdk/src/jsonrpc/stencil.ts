/**
 * Reads a text that differs from one before it in nothing but one string, as the pieces of a stream do: only that string is
 * parsed, and the objects around it are copied. To parse all of it takes three times as long.
 */

import type { Delivery } from './channel.js'
import { decode } from './decode.js'
import { type Gap, gapAround, isAround, MOST_GAP_CHARACTERS } from './gap.js'
import type { Limits } from './limits.js'
import { ReceivedDelivery } from './received-delivery.js'

type Fields = Record<string, unknown>

/** An object around the string, of which all is known but the value of one key. */
interface Layer {
  readonly fields: Fields
  readonly key: string
}

interface Stencil extends Gap {
  /** From the innermost object on. */
  readonly layers: readonly Layer[]
}

const MOST_STENCILS = 4
const QUOTE = '"'
const BACKSLASH = 92
// To make a stencil takes as long as three messages that fit one save. Where too many streams take turns, it is left alone
// for a while before it costs more than it brings.
const MAKING_COSTS = 3
const MOST_CREDIT = 24
const RESTING_MESSAGES = 128

/**
 * What has been heard on one wire, so that what is like it is read faster. Never tells another value than `decode`, as long as
 * the limits are the same for all.
 */
export class Stencils {
  readonly #path: readonly string[]
  #stencils: readonly Stencil[] = []
  #credit = MOST_CREDIT
  #resting = 0

  /** `path` leads to the string that is another each time. */
  constructor(path: readonly string[]) {
    this.#path = path
  }

  /** The messages of a delivery. */
  readonly readMessages = (delivery: Delivery): readonly unknown[] =>
    ReceivedDelivery.messagesOf(delivery, this.read)

  readonly read = (text: string, limits: Limits): unknown => {
    if (this.#resting > 0) {
      this.#resting--
      return decode(text, limits)
    }
    for (const stencil of this.#stencils) {
      const words = wordsIn(text, stencil)
      if (words === undefined) continue
      if (this.#credit < MOST_CREDIT) this.#credit++
      return fill(stencil.layers, words)
    }
    const value = decode(text, limits)
    const words = text.length <= MOST_GAP_CHARACTERS ? follow(value, this.#path) : undefined
    if (typeof words === 'string') this.#learn(text, words, limits)
    return value
  }

  #learn(text: string, words: string, limits: Limits): void {
    this.#credit -= MAKING_COSTS
    if (this.#credit < 0) {
      this.#credit = MAKING_COSTS
      this.#resting = RESTING_MESSAGES
      return
    }
    const stencil = this.#make(text, words, limits)
    if (stencil !== undefined) this.#stencils = [stencil, ...this.#stencils].slice(0, MOST_STENCILS)
  }

  #make(text: string, words: string, limits: Limits): Stencil | undefined {
    const gap = gapAround(words, text)
    if (gap === undefined) return undefined
    // The words may stand elsewhere, even as a key, and be spelt with escapes where they are meant; and of a key that stands
    // twice the later one counts. So the text is tried with a string that is longer than any other in it, which has to be at
    // the end of the path then. Nobody else can change what was tried.
    const other = '?'.repeat(text.length)
    const probe = decode(gap.before + other + gap.after, limits)
    const layers = follow(probe, this.#path) === other ? layersOf(probe, this.#path) : undefined
    return layers && { ...gap, layers }
  }
}

/** The string that stands in the stencil's gap, if that is all that does. */
function wordsIn(text: string, stencil: Stencil): string | undefined {
  if (!isAround(stencil, text)) return undefined
  const start = stencil.before.length
  const end = text.length - stencil.after.length
  // Another string ends here: to find that out by parsing costs seven times as much as to parse the whole text.
  const quote = text.indexOf(QUOTE, start)
  if (quote < end && text.charCodeAt(quote - 1) !== BACKSLASH) return undefined
  try {
    // What begins and ends with a quote is one string, or no JSON. It is a copy once it is parsed: a part of the text would
    // hold all of the chunk that it was cut from.
    return JSON.parse(text.slice(start - 1, end + 1)) as string
  } catch {
    return undefined
  }
}

function fill(layers: readonly Layer[], words: string): unknown {
  let value: unknown = words
  for (const { fields, key } of layers) {
    const copy: Fields = { ...fields }
    copy[key] = value
    value = copy
  }
  return value
}

// Not by `isFields`: it is asked of every message that no stencil fits.
function follow(value: unknown, path: readonly string[]): unknown {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return undefined
    at = (at as Fields)[key]
  }
  return at
}

/** The objects along the path; nothing if more hangs on one of them than plain values, which those who get copies would share. */
function layersOf(value: unknown, path: readonly string[]): readonly Layer[] | undefined {
  const layers: Layer[] = []
  let at = value
  for (const key of path) {
    if (!isFields(at)) return undefined
    const others = Object.entries(at).filter(([name]) => name !== key)
    if (others.some(([, other]) => typeof other === 'object' && other !== null)) return undefined
    // Without what was tried, in its place.
    layers.unshift({ fields: { ...at, [key]: undefined }, key })
    at = at[key]
  }
  return layers
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
