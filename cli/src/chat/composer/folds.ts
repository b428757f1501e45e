/** Long texts that were pasted: one mark stands for each, and they are whole again when it counts. */

import type { Composer, Fold } from '../model/composer.js'

const MOST_LINES = 8
const MOST_CHARACTERS = 1_000
const MOST_FOLDS = 100

export function isLong(text: string): boolean {
  return text.length > MOST_CHARACTERS || countLines(text) > MOST_LINES
}

function countLines(text: string): number {
  let count = 1
  const end = text.endsWith('\n') ? text.length - 1 : text.length
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** A mark for a text that no other text here holds, and the folds with it. */
export function fold(
  composer: Composer,
  text: string,
): { readonly mark: string; readonly folds: readonly Fold[] } {
  const lines = countLines(text)
  const size = lines > 1 ? `${lines} lines` : `${text.length} characters`
  const kept = composer.folds.length < MOST_FOLDS ? composer.folds : stillUsed(composer)
  for (let number = kept.length + 1; ; number++) {
    const end = ` #${number}]`
    const mark = `[pasted ${size}${end}`
    const isTaken = composer.text.includes(mark) || kept.some(each => each.mark.endsWith(end))
    if (!isTaken) return { mark, folds: [...kept, { mark, text }] }
  }
}

function stillUsed({ text, folds, undo, redo, killed, recall }: Composer): readonly Fold[] {
  const texts = [text, killed, recall?.draft ?? '', ...(recall?.changed.values() ?? [])]
  texts.push(...undo.map(each => each.text), ...redo.map(each => each.text))
  return folds.filter(({ mark }) => texts.some(each => each.includes(mark)))
}

/** The text with everything that was folded. In one pass: what a folded text holds is never taken for a mark. */
export function unfold(text: string, folds: readonly Fold[]): string {
  return split(text, folds)
    .map(piece => (typeof piece === 'string' ? piece : piece.text))
    .join('')
}

/** The text without what was folded: what a person wrote and can see. */
export function withoutFolds(text: string, folds: readonly Fold[]): string {
  return split(text, folds)
    .map(piece => (typeof piece === 'string' ? piece : ' '))
    .join('')
}

/** The text with the marks in the place of what was folded, as far as it is still there. */
export function refold(text: string, folds: readonly Fold[]): string {
  const pieces: (string | Fold)[] = [text]
  for (const each of folds) {
    if (each.text.length === 0 || text.includes(each.mark)) continue
    const index = pieces.findIndex(piece => typeof piece === 'string' && piece.includes(each.text))
    const piece = pieces[index]
    if (typeof piece !== 'string') continue
    const at = piece.indexOf(each.text)
    pieces.splice(index, 1, piece.slice(0, at), each, piece.slice(at + each.text.length))
  }
  return pieces.map(piece => (typeof piece === 'string' ? piece : piece.mark)).join('')
}

function split(text: string, folds: readonly Fold[]): readonly (string | Fold)[] {
  const pieces: (string | Fold)[] = []
  let rest = text
  while (folds.length > 0) {
    let first: { readonly at: number; readonly fold: Fold } | undefined
    for (const each of folds) {
      const at = rest.indexOf(each.mark)
      if (at !== -1 && (first === undefined || at < first.at)) first = { at, fold: each }
    }
    if (first === undefined) break
    pieces.push(rest.slice(0, first.at), first.fold)
    rest = rest.slice(first.at + first.fold.mark.length)
  }
  return [...pieces, rest]
}
