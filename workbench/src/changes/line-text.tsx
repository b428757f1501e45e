/** A line of code as it is, with what cannot be seen by name, and the words that differ set off. */

import { withoutBreak } from './lines.js'
import { seenPieces } from './unseen.js'
import type { Word } from './words.js'

const LONGEST_LINE = 4_000

/** Text in which nothing is hidden. */
export function SeenText({ text }: { readonly text: string }) {
  return seenPieces(text).map(({ text: piece, name }, index) =>
    name === undefined ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
      <span key={index} className="seen-name" title="A character that cannot be seen">
        {name}
      </span>
    ),
  )
}

interface LineTextProps {
  readonly line: string
  readonly words?: readonly Word[] | undefined
}

export function LineText({ line, words }: LineTextProps) {
  if (words === undefined) {
    const text = withoutBreak(line)
    if (text.length <= LONGEST_LINE) return <SeenText text={text} />
    const more = text.length - LONGEST_LINE
    return (
      <>
        <SeenText text={text.slice(0, LONGEST_LINE)} />
        <span className="seen-name">{`${more} more characters`}</span>
      </>
    )
  }
  return words.map(({ text, isChanged }, index) =>
    isChanged ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: words of one line have no other name
      <mark key={index} className="diff-word">
        <SeenText text={text} />
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: words of one line have no other name
      <SeenText key={index} text={text} />
    ),
  )
}
