/** Hears the shell's keys, after everybody who stands nearer to what is focused. */

import type { Means } from '../state/context.js'
import { carryOut } from './acts.js'
import { isMacHere } from './chord.js'
import { findKey } from './keys.js'

const FIELDS = 'textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"]'
const UNWRITTEN = ['button', 'checkbox', 'radio', 'range', 'color', 'file', 'submit', 'reset']

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !UNWRITTEN.includes(target.type)
  return target.closest(FIELDS) !== null
}

// A window above the page has its own keys, and Escape closes a menu before anything else.
const isCovered = (key: string): boolean =>
  document.querySelector('dialog:modal') !== null ||
  (key === 'Escape' && document.querySelector(':popover-open') !== null)

/** Returns a function that ends it. */
export function listenForKeys(means: Means): () => void {
  const isMac = isMacHere()
  const hear = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || isCovered(event.key)) return
    const key = findKey(event, isTyping(event.target), isMac)
    if (key === undefined) return
    event.preventDefault()
    carryOut(means, { do: 'key', key })
  }
  window.addEventListener('keydown', hear)
  return () => window.removeEventListener('keydown', hear)
}
