/** Where prompts are written, as the shell finds it: it stands in the shell's own place for it. */

import type { Means } from '../state/context.js'
import { isPhone } from './phone.js'

const fieldOf = (): HTMLTextAreaElement | null =>
  document.querySelector<HTMLTextAreaElement>('.shell-composer textarea')

export function focusComposer(): void {
  fieldOf()?.focus()
}

/** Puts words into an empty composer as if they had been typed; what somebody has begun to write stays. */
export function writeToComposer(words: string): void {
  const field = fieldOf()
  field?.focus()
  // The one way that the field's owner hears of as of any other typing, and that can be undone.
  if (field?.value === '') document.execCommand('insertText', false, words)
}

/**
 * In a conversation that was just begun the next thing is to write, and so it is on a page that was just opened: what
 * somebody types there first must not answer a question that waits. On a phone that would bring up the keyboard.
 */
export function welcomeWriting({ store }: Pick<Means, 'store'>): () => void {
  return store.subscribe(({ current, talks }, before) => {
    if (current === undefined || current === before.current || isPhone()) return
    const isFirst = before.current === undefined
    if (!isFirst && talks.get(current)?.thread.slots.length !== 0) return
    // A window that is being closed holds the focus until then.
    setTimeout(() => {
      const { activeElement } = document
      const isAsked = activeElement?.closest('.questions') !== null
      if (activeElement === document.body || (isFirst && isAsked)) focusComposer()
    }, 50)
  })
}
