/** A line of code as it is, with what cannot be seen by name, its colours, and the words that differ set off. */

import { useState } from 'react'
import type { Span } from './coloured-lines.js'
import { withoutBreak } from './lines.js'
import { seenPieces } from './unseen.js'

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
  /** The same line in pieces. */
  readonly spans?: readonly Span[] | undefined
}

export function LineText({ line, spans }: LineTextProps) {
  const text = withoutBreak(line)
  if (text.length > LONGEST_LINE) return <LongText text={text} />
  // What is shown is the line, whatever made the pieces.
  if (spans?.map(span => span.text).join('') !== text) return <SeenText text={text} />
  return spans.map((span, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line have no other name
    <SpanText key={index} {...span} />
  ))
}

/** Whoever must know all of it before they answer can have all of it. */
function LongText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false)
  if (isWhole) return <SeenText text={text} />
  return (
    <>
      <SeenText text={text.slice(0, LONGEST_LINE)} />
      <button type="button" className="seen-name" onClick={() => setWhole(true)}>
        {`Show ${text.length - LONGEST_LINE} more characters`}
      </button>
    </>
  )
}

function SpanText({ text, scope, isChanged }: Span) {
  const seen = <SeenText text={text} />
  const coloured = scope === undefined ? seen : <span className={`code-${scope}`}>{seen}</span>
  return isChanged ? <mark className="diff-word">{coloured}</mark> : coloured
}
