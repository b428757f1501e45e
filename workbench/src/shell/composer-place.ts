/** Where prompts are written, as the shell finds it: it stands in the shell's own place for it. */

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
