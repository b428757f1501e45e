/** The name by which one request is found again at every gateway that it passes: W3C trace context, in `_meta`. */

import { randomBytes } from 'node:crypto'
import { type Fields, fieldsOf, metaOf } from '../hub/fields.js'

// Later versions may have more behind it; of the first it is known that this is all.
const TRACE_PARENT =
  /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[\w-]{0,128})?$/

/** The same params with a trace: the client's own where it has one, else a new one. */
export function traced(params: Fields): Fields {
  if (traceOf(params) !== undefined) return params
  // A trace that cannot be read ends here, with what belongs to it.
  const { tracestate: _, ...meta } = fieldsOf(params._meta)
  const traceparent = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`
  return { ...params, _meta: { ...meta, traceparent } }
}

/** What all hops call this request. */
export function traceOf(params: Fields): string | undefined {
  const parent = metaOf(params, 'traceparent')
  return typeof parent === 'string' ? TRACE_PARENT.exec(parent)?.[1] : undefined
}
