/** Redacts a text that comes in pieces: holds back what may still become a secret. */

import type { KnownSecrets } from './known-secrets.js'
import { endOfKeyIn, startOfKeyBefore } from './private-keys.js'

/** A text that comes in pieces and goes on without secrets. */
export interface RedactedStream {
  /** What can be told by now; the rest is held back until more of it is known. */
  push(piece: string): string
  /** Everything that was held back. */
  end(): string
  /** The same though the text goes on: its end, and the beginning of what follows, may be halves of a secret. */
  cut(): string
  /** How many characters are held back. */
  readonly held: number
}

/** How the parts of a text are redacted. */
interface Means {
  /** A part between two places where no secret goes on. */
  readonly text: (text: string) => string
  /** A part that may begin, or end, in the middle of a secret. */
  readonly tail: (text: string) => string
  readonly head: (text: string) => string
}

/** No line is waited for longer than this, and no secret is longer than what is then kept. */
const MOST_HELD = 65_536
const KEPT = 8_192
const MOST_CONTINUED = 64
/** Where no secret goes on. */
const JOINTS = ['\n', ',', '}', ']']

export function redactStream(means: Means, known: KnownSecrets): RedactedStream {
  let held = ''
  let isAfterCut = false
  let isInKey = false
  const take = (end: number): string => {
    const free = held.slice(0, end)
    held = held.slice(end)
    if (!isInKey) return free
    const inside = endOfKeyIn(free)
    isInKey = inside === free.length && !free.includes('-----END')
    return free.slice(inside)
  }
  const release = (end: number): string => {
    const free = take(end)
    if (free === '') return ''
    const shown = isAfterCut ? means.tail(free) : means.text(free)
    isAfterCut = false
    return shown
  }
  return {
    push: piece => {
      held += piece
      return release(held.length > MOST_HELD ? jointOf(held, known) : lineEnd(held, known))
    },
    end: () => release(held.length),
    cut: () => {
      const free = take(held.length)
      if (free === '') return ''
      const isOpen = startOfKeyBefore(free, free.length) < free.length
      const shown = means.head(isAfterCut ? means.tail(free) : free)
      isInKey ||= isOpen
      isAfterCut = !isOpen
      return shown
    },
    get held() {
      return held.length
    },
  }
}

/** The end of a line where nothing is open; a secret that was told may itself have several lines. */
function lineEnd(text: string, known: KnownSecrets): number {
  let last = text.lastIndexOf('\n', text.length - 1 - known.longestOfLines)
  // A command goes on behind a line that ends so, and its options with it.
  for (let count = 0; count < MOST_CONTINUED && last > 0 && text[last - 1] === '\\'; count++)
    last = text.lastIndexOf('\n', last - 1)
  const end = last + 1
  return known.startBefore(text, startOfKeyBefore(text, known.startBefore(text, end)))
}

function jointOf(text: string, known: KnownSecrets): number {
  const end = text.length - Math.max(KEPT, known.longest)
  const joint = Math.max(...JOINTS.map(each => text.lastIndexOf(each, end)))
  return known.startBefore(text, joint < 0 ? end : joint + 1)
}
