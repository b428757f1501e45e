/** Where the focus is, and whether a question may take it. */

/** Somebody who is in a field, or in a window of ours, is not disturbed. */
export function isTyping(page: Document = document): boolean {
  return isField(page.activeElement) || page.querySelector('dialog:modal') !== null
}

export function isField(element: Element | null): boolean {
  return element?.matches('input, textarea, select, [contenteditable]') ?? false
}

/** Who has answered the last question goes on where prompts are written; on phones that would open a keyboard. */
export function focusComposer(): void {
  if (matchMedia('(pointer: coarse)').matches) return
  document.querySelector<HTMLElement>('.prompt-text-input')?.focus()
}
