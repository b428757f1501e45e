/** Every bound a connection keeps, in one place, each with what happens when it is reached. */

/** The bounds of a connection. */
export interface Limits {
  /** Bytes of one message, either way. A longer one is discarded and answered; we refuse to send one. */
  readonly messageBytes: number
  /** Nesting of one message, checked before it is parsed. */
  readonly depth: number
  /** Keys and items of one message, checked before it is parsed. */
  readonly items: number
  /** Entries of one batch. */
  readonly batchEntries: number
  /** Requests of the peer that are being worked on; one more is answered `rate_limited`. */
  readonly pendingRequests: number
  /** Bytes of the requests that are being worked on; one more, beside others, is answered `rate_limited`. */
  readonly pendingRequestBytes: number
  /** Bytes of answers not yet taken by the peer; reading stops until they are. */
  readonly unsentAnswerBytes: number
  /** Bytes of our own calls not yet taken by the peer; one more is refused. */
  readonly unsentBytes: number
  /** Bytes of notifications waiting for their handlers; reading pauses. */
  readonly undeliveredBytes: number
  /** The same while an answer must still be read; then the connection closes with a reason. */
  readonly undeliveredBytesAtMost: number
  /** Milliseconds that work in flight may take to finish once the peer has stopped sending. */
  readonly graceMilliseconds: number
  /** Milliseconds that reading may stand still because the peer takes no answers; then the connection closes. */
  readonly stallMilliseconds: number
}

const MEBIBYTE = 1024 * 1024

/** The limits that hold where nothing else is said. */
export const defaultLimits: Limits = {
  messageBytes: 32 * MEBIBYTE,
  depth: 128,
  items: 100_000,
  batchEntries: 1_000,
  pendingRequests: 1_024,
  pendingRequestBytes: 64 * MEBIBYTE,
  unsentAnswerBytes: 8 * MEBIBYTE,
  unsentBytes: 64 * MEBIBYTE,
  undeliveredBytes: 16 * MEBIBYTE,
  undeliveredBytesAtMost: 64 * MEBIBYTE,
  graceMilliseconds: 5_000,
  stallMilliseconds: 60_000,
}

/** The limits given, with the defaults for the rest; refuses what is no limit. */
export function withDefaults(limits: Partial<Limits> | undefined): Limits {
  if (limits === undefined) return defaultLimits
  const given = Object.entries(limits).filter(([, value]) => value !== undefined)
  for (const [name, value] of given)
    if (!(value >= 0)) throw new RangeError(`the limit ${name} must be a number of at least 0`)
  return { ...defaultLimits, ...Object.fromEntries(given) }
}
