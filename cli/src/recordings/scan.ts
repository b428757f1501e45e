/** Looks through a recording for what may still be a secret, as a stranger would: each line, and what pieces make together. */

import { createRedactor, type Redactor } from '@parley/acp/guard'
import { type Entry, type Header, type Recording, streamedTexts, toRecordingLine } from '@parley/acp/inspect'

/** Where something was found, in words that do not repeat it. */
export function findLeaks({ header, entries }: Recording, known: readonly string[]): readonly string[] {
  const redactor = createRedactor({ known })
  const leaks = isCleanLine(header, redactor) ? [] : ['the header']
  for (const [index, entry] of entries.entries())
    if (!isCleanLine(entry, redactor)) leaks.push(`entry ${index}`)
  return [...leaks, ...findSplit(entries, redactor)]
}

/** As it is written, and as it is read: what is written `\\u001b` is a colour to who reads it. */
function isCleanLine(value: Header | Entry, redactor: Redactor): boolean {
  return (
    isClean(toRecordingLine(value), redactor) &&
    JSON.stringify(redactor.value(value)) === JSON.stringify(value)
  )
}

function isClean(text: string, redactor: Redactor): boolean {
  return redactor.text(text) === text
}

/** Pieces of one text, put together whatever came between them. */
function findSplit(entries: readonly Entry[], redactor: Redactor): readonly string[] {
  const texts = new Map<string, string[]>()
  for (const piece of entries.flatMap(streamedTexts)) {
    const known = texts.get(piece.whole)
    if (known === undefined) texts.set(piece.whole, [piece.text])
    else known.push(piece.text)
  }
  return [...texts].flatMap(([whole, pieces]) =>
    isClean(pieces.join(''), redactor) ? [] : [`pieces of ${whole.slice(0, 80)}`],
  )
}
