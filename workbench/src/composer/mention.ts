/** How files are pointed at in a text: `@path`, or `@"path with blanks"`. Knows texts alone, no files. */

const MENTION = /(?<=^|\s)@(?:"((?:[^"\\\n]|\\.)*)"|([^\s"]+))/g
/** What ends a sentence rather than a name. */
const BEHIND = /[.,;:!?)\]}'>]*$/

/** A path as it is written in a text, so that it is read as the same one again. */
export function toMention(path: string): string {
  const isPlain = /^[^\s"\\]+$/.test(path) && path.replace(BEHIND, '') === path
  return isPlain ? `@${path}` : `@"${path.replace(/["\\]/g, '\\$&')}"`
}

export interface TextPiece {
  readonly text: string
  /** Where it is a mention of one of the files that were picked. */
  readonly path?: string | undefined
}

/** The text in pieces, those that point at one of the files apart. Joined they are the text again. */
export function piecesOf(text: string, files: readonly string[]): readonly TextPiece[] {
  if (files.length === 0) return text === '' ? [] : [{ text }]
  const known = new Set(files)
  const pieces: TextPiece[] = []
  let done = 0
  for (const { index, 1: quoted, 2: plain = '' } of text.matchAll(MENTION)) {
    const path = quoted?.replace(/\\(.)/g, '$1') ?? (known.has(plain) ? plain : plain.replace(BEHIND, ''))
    if (!known.has(path)) continue
    const end = index + toMention(path).length
    if (index > done) pieces.push({ text: text.slice(done, index) })
    pieces.push({ text: text.slice(index, end), path })
    done = end
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}

/** Which of the files are still mentioned, in the order of the text, each once. */
export function mentionedIn(text: string, files: readonly string[]): readonly string[] {
  return [...new Set(piecesOf(text, files).flatMap(({ path }) => (path === undefined ? [] : [path])))]
}
