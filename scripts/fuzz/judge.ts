/**
 * What a receiver owes for some bytes, worked out from the rules of JSON-RPC and the stated limits alone.
 * A second opinion: must not know how the library reads.
 */

export type Id = string | number | null

export interface Asked {
  readonly id: Id
  /** None where the envelope is not valid; an empty name is one. */
  readonly method: string | undefined
  /** An empty envelope may pass for an answer without a result, and is then not answered. */
  readonly isSure: boolean
}

export interface Owed {
  /** Requests with a usable id: each is answered under it, exactly once. */
  readonly asked: readonly Asked[]
  /** Answers under `id: null`. */
  readonly nameless: number
  /** Answers that may be given or not. */
  readonly optional: number
}

/** How the receiver stands to input that is no message, and to arrays. */
export interface Manners {
  readonly answersNoise: boolean
  readonly takesBatches: boolean
  /** Whether an empty frame is none, as an empty line is. */
  readonly skipsEmpty: boolean
}

const NOTHING: Owed = { asked: [], nameless: 0, optional: 0 }
const ONE_NAMELESS: Owed = { asked: [], nameless: 1, optional: 0 }
const LIMIT = { bytes: 32 * 1024 * 1024, depth: 128, items: 100_000, batch: 1_000, id: 256 }
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** What is owed for one frame. */
export function judge(payload: Uint8Array, manners: Manners): Owed {
  const text = decode(payload)
  if (text !== undefined && /^[ \t\r\n]*$/.test(text)) return blank(manners)
  const value = text === undefined ? undefined : parse(text)
  if (value === undefined) return manners.answersNoise ? ONE_NAMELESS : NOTHING
  if (!manners.answersNoise && !mentionsJsonRpc(value)) return NOTHING
  return Array.isArray(value) ? judgeBatch(value, manners) : judgeMessage(value)
}

function decode(payload: Uint8Array): string | undefined {
  if (payload.length > LIMIT.bytes) return undefined
  try {
    return strict.decode(payload)
  } catch {
    return undefined
  }
}

/** The value of a text within the limits, or undefined. */
export function parse(text: string): unknown {
  if (isExcessive(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Who answers no noise takes JSON that says nothing of the protocol for noise, too. */
function mentionsJsonRpc(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 || value.some(mentionsJsonRpc)
  return typeof value === 'object' && value !== null && ('jsonrpc' in value || 'id' in value)
}

// A blank line is passed over; an empty message behind a header may be answered.
function blank({ answersNoise, skipsEmpty }: Manners): Owed {
  return { ...NOTHING, optional: answersNoise && !skipsEmpty ? 1 : 0 }
}

function isExcessive(text: string): boolean {
  let [depth, items] = [0, 0]
  for (const mark of text.length > LIMIT.depth ? marksOf(text) : []) {
    if (mark === '}' || mark === ']') depth--
    else if (++items > LIMIT.items) return true
    else if (mark !== ',' && ++depth > LIMIT.depth) return true
  }
  return false
}

/** The brackets and commas outside strings. */
function* marksOf(text: string): Generator<string> {
  const finder = /["[\]{},]/g
  for (let found = finder.exec(text); found !== null; found = finder.exec(text))
    if (found[0] === '"') finder.lastIndex = endOfString(text, found.index)
    else yield found[0]
}

function endOfString(text: string, start: number): number {
  const finder = /[\\"]/g
  finder.lastIndex = start + 1
  for (let found = finder.exec(text); found !== null; found = finder.exec(text)) {
    if (found[0] === '"') return finder.lastIndex
    finder.lastIndex++
  }
  return text.length
}

function judgeBatch(entries: readonly unknown[], { takesBatches }: Manners): Owed {
  // Answers in an array are taken by who waits for one of them and refused by others.
  if (entries.length > 0 && entries.every(isAnswer)) return { ...NOTHING, optional: takesBatches ? 0 : 1 }
  if (!takesBatches || entries.length === 0 || entries.length > LIMIT.batch) return ONE_NAMELESS
  const owed = entries.map(judgeEntry)
  return {
    asked: owed.flatMap(({ asked }) => asked),
    nameless: owed.reduce((sum, { nameless }) => sum + nameless, 0),
    optional: 0,
  }
}

/** In an array whatever is not valid is answered without a name. */
function judgeEntry(value: unknown): Owed {
  const owed = judgeMessage(value)
  return owed.asked.some(({ method }) => method === undefined) ? ONE_NAMELESS : owed
}

function judgeMessage(value: unknown): Owed {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ONE_NAMELESS
  if (isAnswer(value)) return NOTHING
  const { jsonrpc, id, method, params } = value as Record<string, unknown>
  const isCall = typeof method === 'string' && jsonrpc === '2.0'
  const isSound = isCall && (params === undefined || typeof params === 'object')
  if (isSound && id === undefined) return NOTHING
  if (!isUsable(id)) return ONE_NAMELESS
  return { ...NOTHING, asked: [{ id, method: isSound ? method : undefined, isSure: method !== undefined }] }
}

function isAnswer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { method, result, error } = value as Record<string, unknown>
  return method === undefined && (result !== undefined || error !== undefined)
}

function isUsable(id: unknown): id is string | number {
  // Half of a surrogate pair cannot be written back, so it names nothing.
  return typeof id === 'string'
    ? id.length <= LIMIT.id && !/\p{Surrogate}/u.test(id)
    : Number.isSafeInteger(id)
}
