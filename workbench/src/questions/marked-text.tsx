/** Text of others in which nothing hides: what cannot be seen stands there by its name. */

import { Fragment, memo } from 'react'
import { visiblePieces } from './hidden-characters.js'

export const MarkedText = memo(function MarkedText({ text }: { readonly text: string }) {
  return visiblePieces(text).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place
    <Fragment key={index}>
      {piece.mark === undefined ? (
        piece.text
      ) : (
        <span className="marked-text-hidden" title="A character that cannot be seen">
          {piece.mark}
        </span>
      )}
    </Fragment>
  ))
})
