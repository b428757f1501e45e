/** Which key does what among changes. */

export type ReviewCommand = 'keep' | 'reject' | 'keep-all' | 'reject-all' | 'next' | 'previous' | 'comment'

export interface Press {
  readonly key: string
  readonly code: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
  readonly metaKey: boolean
}

/** With modifiers; these hold wherever nobody is typing. */
export function chordOf(press: Press): ReviewCommand | undefined {
  if (!press.altKey || press.metaKey) return undefined
  const letter = letterOf(press)
  if (press.shiftKey && !press.ctrlKey)
    return letter === 'y' ? 'keep-all' : letter === 'z' ? 'reject-all' : undefined
  if (press.shiftKey) return undefined
  if (letter === 'y' && !press.ctrlKey) return 'keep'
  return letter === 'z' && press.ctrlKey ? 'reject' : undefined
}

/** Single letters; these hold only inside the pane. */
export function letterCommand(press: Press): ReviewCommand | undefined {
  if (press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return undefined
  const commands: Readonly<Record<string, ReviewCommand>> = { j: 'next', k: 'previous', c: 'comment' }
  return Object.hasOwn(commands, press.key) ? commands[press.key] : undefined
}

// With Alt some systems write another character: then only the place of the key tells the letter.
function letterOf({ key, code }: Press): string {
  return /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
}

/** Whether keys that somebody presses there are words. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=radio]), textarea, select, [contenteditable]') !== null
  )
}
