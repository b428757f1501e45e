/** Keys that are pressed together, as text: `Mod+Shift+R`, `Alt+N`, `?`. `Mod` is Command on a Mac and Control elsewhere. */

export interface Pressed {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const CODES: Readonly<Record<string, string>> = { '`': 'Backquote' }
const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' }
const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc', Mod: 'Ctrl', ArrowUp: '↑', ArrowDown: '↓' }

const isLetter = (key: string): boolean => /^[a-z]$/i.test(key)

// With Alt a keyboard may write another sign; the place of the key is still the same.
const codeOf = (key: string): string | undefined => (isLetter(key) ? `Key${key.toUpperCase()}` : CODES[key])

// Signs that need Shift on one keyboard do not on another.
const ignoresShift = (key: string): boolean => key.length === 1 && !isLetter(key) && key !== '`'

export function matchesChord(chord: string, pressed: Pressed, isMac: boolean): boolean {
  const words = chord.split('+')
  const key = words.at(-1) ?? ''
  const has = (word: string): boolean => words.includes(word)
  const isKey =
    pressed.key.toLowerCase() === key.toLowerCase() || (has('Alt') && pressed.code === codeOf(key))
  return (
    isKey &&
    pressed.ctrlKey === (has('Ctrl') || (has('Mod') && !isMac)) &&
    pressed.metaKey === (has('Mod') && isMac) &&
    pressed.altKey === has('Alt') &&
    (ignoresShift(key) || pressed.shiftKey === has('Shift'))
  )
}

/** As it is printed on the keys. */
export function showChord(chord: string, isMac: boolean): string {
  const words = chord.split('+').map(word => (isMac ? MAC_SIGNS[word] : undefined) ?? NAMES[word] ?? word)
  return words.join(isMac ? ' ' : '+')
}

export const isMacHere = (): boolean => /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')
