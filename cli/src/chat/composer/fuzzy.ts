/** How well a name answers what was typed of it: letters in order, best in a row, at the start of a part, in the last part. */

/** A name, and the same in small letters. */
export interface Candidate {
  readonly text: string
  readonly lower: string
}

export function toCandidate(text: string): Candidate {
  return { text, lower: text.toLowerCase() }
}

const WHOLE = 400
const IN_A_ROW = 200
const IN_NAME = 100
const AT_START = 60

/** More is better; nothing where the letters are not there. The query is in small letters. */
export function scoreOf(query: string, { text, lower }: Candidate): number | undefined {
  const { length } = lower
  if (query === '') return -length
  if (query.length > length) return undefined
  const name = lower.lastIndexOf('/', length - 2) + 1
  const row = bestRow(query, lower, name)
  if (row !== -1) {
    const isWhole = row === name && query.length >= length - name - (lower.endsWith('/') ? 1 : 0)
    return (
      IN_A_ROW +
      (row >= name ? IN_NAME : 0) +
      (isStart(text, row) ? AT_START : 0) +
      (row === 0 || row === name ? AT_START / 2 : 0) +
      (isWhole ? WHOLE : 0) -
      length / 2
    )
  }
  return scattered(query, { text, lower }, name)
}

/** Where the query stands in one piece: in the last part if it can, at a start if it can. */
function bestRow(query: string, lower: string, name: number): number {
  if (lower.startsWith(query, name)) return name
  const inName = lower.indexOf(query, name)
  return inName === -1 ? lower.indexOf(query) : inName
}

/** From the end: what is typed last is mostly in the last part. */
function scattered(query: string, { text, lower }: Candidate, name: number): number | undefined {
  let score = 0
  let last = lower.length + 1
  for (let index = query.length - 1, at = lower.length - 1; index >= 0; index--, at--) {
    at = lower.lastIndexOf(query[index] ?? '', at)
    if (at < 0) return undefined
    if (at === last - 1) score += 8
    if (at >= name) score += 2
    if (isStart(text, at)) score += 6
    last = at
  }
  return score - lower.length / 2
}

const UPPER = /\p{Lu}/u

/** Behind something that separates, or a capital letter. */
function isStart(text: string, at: number): boolean {
  if (at === 0) return true
  const before = text.charCodeAt(at - 1)
  if (before === 47 || before === 45 || before === 95 || before === 46 || before === 32) return true
  const code = text.charCodeAt(at)
  if (code < 128) return code >= 65 && code <= 90 && !(before >= 65 && before <= 90)
  return UPPER.test(text[at] ?? '')
}

/** The best so many of whatever is offered, the best first. Of equals the one that came first. */
export class Best<T> {
  readonly #most: number
  readonly #kept: { readonly score: number; readonly value: T }[] = []

  constructor(most: number) {
    this.#most = most
  }

  offer(value: T, score: number | undefined): void {
    if (score === undefined) return
    const kept = this.#kept
    if (kept.length >= this.#most && score <= (kept.at(-1)?.score ?? score)) return
    let at = kept.length
    while (at > 0 && (kept[at - 1]?.score ?? 0) < score) at--
    kept.splice(at, 0, { score, value })
    if (kept.length > this.#most) kept.pop()
  }

  get values(): readonly T[] {
    return this.#kept.map(({ value }) => value)
  }
}
