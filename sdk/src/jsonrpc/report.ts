/** What a connection tells its owner about trouble that stopped nothing. Holds words and errors, never payload. */

import type { ErrorObject, Id } from './message.js'

/** One thing that was wrong, and what kind of thing. */
export type Report =
  | { readonly kind: 'noise'; readonly reason: string; readonly detail: string }
  | { readonly kind: 'invalid'; readonly detail: string }
  | { readonly kind: 'unknown_answer'; readonly id: Id; readonly code: number | undefined }
  | {
      readonly kind: 'handler_failed'
      readonly method: string
      readonly error: unknown
      readonly sent?: ErrorObject
    }
  | { readonly kind: 'not_sent'; readonly method: string; readonly error: unknown }
  | { readonly kind: 'close_failed'; readonly error: unknown }
