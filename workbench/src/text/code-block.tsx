/** Code in a text: its language, a way to copy it, and colours when they are there. */

import { sanitizeForDisplay, sanitizeLine } from '@parley/acp/guard'
import { memo } from 'react'
import { toChunks } from './chunks.js'
import { useColours } from './colours.js'
import { useCopying } from './copying.js'
import type { Coloured } from './highlighting.js'

interface CodeBlockProps {
  readonly code: string
  /** As it was written behind the fence. */
  readonly language: string
  readonly isGrowing: boolean
}

export function CodeBlock({ code, language, isGrowing }: CodeBlockProps) {
  const name = sanitizeLine(language.slice(0, 60)).split(/[\s{,]/)[0] ?? ''
  const coloured = useColours(isGrowing ? '' : code, name)
  return (
    <figure className="text-code" data-language={name}>
      <figcaption>
        <span>{name || 'text'}</span>
        <CopyCode code={code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>
        <code>
          {coloured === undefined ? (
            toChunks(code).map((chunk, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: chunks are only ever added to
              <Chunk key={place} text={chunk} />
            ))
          ) : (
            <Colours pieces={coloured} />
          )}
        </code>
      </pre>
    </figure>
  )
}

/** A long code is drawn piece by piece, so that only its end is drawn again while it grows. */
const Chunk = memo(function Chunk({ text }: { readonly text: string }) {
  return <span className="text-code-chunk">{sanitizeForDisplay(text)}</span>
})

function Colours({ pieces }: { readonly pieces: readonly Coloured[] }) {
  return pieces.map((piece, place) =>
    typeof piece === 'string' ? (
      sanitizeForDisplay(piece)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
      <span key={place} className={`code-${piece.scope}`}>
        <Colours pieces={piece.pieces} />
      </span>
    ),
  )
}

function CopyCode({ code }: { readonly code: string }) {
  const [said = 'Copy', copy] = useCopying(code)
  return (
    <button type="button" className="text-copy" onClick={copy}>
      {said}
    </button>
  )
}
