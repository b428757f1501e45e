/** A sentence of ours or of the gateway, in which what stands between backticks is to be typed. */

import { sanitizeLine } from '@parley/acp/guard'

export function Words({ children }: { readonly children: string }) {
  return sanitizeLine(children)
    .split('`')
    .map((piece, place, pieces) => {
      const isClosed = place < pieces.length - 1 || pieces.length % 2 === 1
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place
      return place % 2 === 1 && isClosed ? <code key={place}>{piece}</code> : piece
    })
}
