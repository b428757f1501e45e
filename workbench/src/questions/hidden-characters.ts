/** Characters that cannot be seen, or turn what is seen around: found, and named, so that nothing hides in a command. */

export interface VisiblePiece {
  readonly text: string
  /** What it is called, where the text itself would not be seen. */
  readonly mark?: string | undefined
}

// Blanks other than the usual one are told apart too: some of them end a word for people and not for a shell.
const HIDDEN = /(?![\n\t ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

const NAMES: ReadonlyMap<string, string> = new Map([
  ['\r', 'CR'],
  ['\0', 'NUL'],
  ['\x1b', 'ESC'],
  ['\x07', 'BEL'],
  ['\b', 'BS'],
  ['\xa0', 'NBSP'],
])

/** Joined, with the marks in their places, they are the whole text. */
export function visiblePieces(text: string): readonly VisiblePiece[] {
  const pieces: VisiblePiece[] = []
  let done = 0
  for (const { index, 0: hidden } of text.matchAll(HIDDEN)) {
    if (index > done) pieces.push({ text: text.slice(done, index) })
    pieces.push({ text: hidden, mark: NAMES.get(hidden) ?? toCodePoint(hidden) })
    done = index + hidden.length
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}

function toCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
