/** Redacts a text that comes in pieces: holds back what may still become a secret. */

import type { KnownSecrets } from './known-secrets.js'
import { startOfKeyBefore } from './private-keys.js'

/** A text that comes in pieces and goes on without secrets. */
export interface RedactedStream {
  /** What can be told by now; the rest is held back until more of it is known. */
  push(piece: string): string
  /** Everything that was held back. */
  end(): string
}

/** No line is waited for longer than this, and no secret is longer than what is then kept. */
const MOST_HELD = 65_536
const KEPT = 8_192
/** Where no secret goes on. */
const JOINTS = ['\n', ',', '}', ']']

export function redactStream(redact: (text: string) => string, known: KnownSecrets): RedactedStream {
  let held = ''
  const release = (end: number): string => {
    const free = held.slice(0, end)
    held = held.slice(end)
    return redact(free)
  }
  return {
    push: piece => {
      held += piece
      return release(held.length > MOST_HELD ? jointOf(held, known) : lineEnd(held, known))
    },
    end: () => release(held.length),
  }
}

/** The end of a line where nothing is open; a secret that was told may itself have several lines. */
function lineEnd(text: string, known: KnownSecrets): number {
  const end = text.lastIndexOf('\n', text.length - 1 - known.longestOfLines) + 1
  return known.startBefore(text, startOfKeyBefore(text, known.startBefore(text, end)))
}

function jointOf(text: string, known: KnownSecrets): number {
  const end = text.length - Math.max(KEPT, known.longest)
  const joint = Math.max(...JOINTS.map(each => text.lastIndexOf(each, end)))
  return known.startBefore(text, joint < 0 ? end : joint + 1)
}
