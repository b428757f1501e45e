/** A text as it is written, with what cannot be seen marked. */

import { sanitizeForDisplay } from '@parley/acp/guard'

export function PlainText({ text }: { readonly text: string }) {
  return <p className="text-plain">{sanitizeForDisplay(text)}</p>
}
