/** Where the keyboard goes in the list of conversations, and what a key does to the one it stands on. */

import type { SessionVerb } from './session-verbs.js'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }
const DEEDS: Readonly<Record<string, SessionVerb>> = { F2: 'rename', Delete: 'delete', ' ': 'open' }

/** The place that a key leads to; nothing where the key does not move. */
export function nextPlace(key: string, place: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = STEPS[key]
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, place + step))
}

export function deedOf(key: string): SessionVerb | undefined {
  return DEEDS[key]
}

export function isMenuKey({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey)
}
