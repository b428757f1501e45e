/** W3C trace context in `_meta`: taken from the call being answered, handed on with every call made for it. */

/** The root keys that the protocol reserves for tracing. */
const TRACE_KEYS = ['traceparent', 'tracestate', 'baggage'] as const

/** The W3C trace context of a call, as `_meta` carries it. */
export type TraceContext = Readonly<Partial<Record<(typeof TRACE_KEYS)[number], string>>>

export type Meta = Readonly<Record<string, unknown>>

/** The trace context of some params or results, if they carry one. */
export function traceOf(message: unknown): TraceContext | undefined {
  const meta = metaOf(message)
  if (meta === undefined || !TRACE_KEYS.some(key => key in meta)) return undefined
  const found = TRACE_KEYS.flatMap(key => {
    const value = meta[key]
    return typeof value === 'string' ? [[key, value] as const] : []
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** The same params with the trace context in their `_meta`; what is already there stays. */
export function withTrace<T extends object>(params: T, trace: TraceContext | undefined): T {
  if (trace === undefined) return params
  return { ...params, _meta: { ...trace, ...metaOf(params) } }
}

function metaOf(message: unknown): Meta | undefined {
  if (typeof message !== 'object' || message === null || !('_meta' in message)) return undefined
  const meta = message._meta
  return typeof meta === 'object' && meta !== null ? (meta as Meta) : undefined
}
