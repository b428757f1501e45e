/** Where the focus is, and whether a question may take it. */

/** When somebody last wrote into a question, and when a field went away under the hands of who did. */
let writtenAt = Number.NEGATIVE_INFINITY
let interruptedAt = Number.NEGATIVE_INFINITY

/** Milliseconds for which whoever wrote goes on writing, also where the field is gone. */
const MOMENT = 2_000

export function noteWriting(): void {
  writtenAt = performance.now()
}

/** To be called before this goes: whoever writes in it does not answer what comes in its place. */
export function leaveField(element: Element | null): void {
  const { activeElement } = document
  const isWriting = isField(activeElement) && isJust(writtenAt)
  if (isWriting && element?.contains(activeElement)) interruptedAt = performance.now()
}

/** Somebody who is in a field, or in a window of ours, is not disturbed. */
export function isTyping(page: Document = document): boolean {
  return isJust(interruptedAt) || isField(page.activeElement) || page.querySelector('dialog:modal') !== null
}

export function isField(element: Element | null): boolean {
  return element?.matches('input, textarea, select, [contenteditable]') ?? false
}

function isJust(moment: number): boolean {
  return performance.now() - moment < MOMENT
}
