/** Where the focus is, and whether a question may take it. */

/** Somebody who is in a field, or in a window of ours, is not disturbed. */
export function isTyping(page: Document = document): boolean {
  return isField(page.activeElement) || page.querySelector('dialog:modal') !== null
}

export function isField(element: Element | null): boolean {
  return element?.matches('input, textarea, select, [contenteditable]') ?? false
}
