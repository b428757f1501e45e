/** How well a path answers a few letters of it: best in one piece, in its last name, at the start of a word. */

const IN_ONE_PIECE = 200
const WHOLE_NAME = 400
const IN_NAME = 100
const AT_START = 60
const IN_A_ROW = 8

/** More is better; nothing where the letters are not there in this order. The query is in small letters. */
export function scoreOf(query: string, path: string): number | undefined {
  const lower = path.toLowerCase()
  // Without letters what is near the top comes first.
  if (query === '') return -1_000 * path.split('/').length - path.length
  const name = lower.lastIndexOf('/') + 1
  const inName = lower.indexOf(query, name)
  const at = inName === -1 ? lower.indexOf(query) : inName
  if (at === -1) return scattered(query, lower, name)
  const isWhole = at === name && (query.length === lower.length - name || lower[at + query.length] === '.')
  return (
    IN_ONE_PIECE +
    (at >= name ? IN_NAME : 0) +
    (isStart(lower, at) ? AT_START : 0) +
    (isWhole ? WHOLE_NAME : 0) -
    lower.length / 2
  )
}

/** From the end, for what is typed last is mostly in the last name. */
function scattered(query: string, lower: string, name: number): number | undefined {
  let score = 0
  let last = lower.length + 1
  let at = lower.length
  for (let index = query.length - 1; index >= 0; index--) {
    if (at === 0) return undefined
    at = lower.lastIndexOf(query[index] ?? '', at - 1)
    if (at === -1) return undefined
    score += (at === last - 1 ? IN_A_ROW : 0) + (at >= name ? 2 : 0) + (isStart(lower, at) ? 6 : 0)
    last = at
  }
  return score - lower.length / 2
}

const isStart = (lower: string, at: number): boolean => at === 0 || /[/\-_. ]/.test(lower[at - 1] ?? '')

/** The best so many, the best first. */
export function bestOf(query: string, paths: readonly string[], most: number): readonly string[] {
  const lower = query.toLowerCase()
  const judged = paths.flatMap(path => {
    const score = scoreOf(lower, path)
    return score === undefined ? [] : [{ path, score }]
  })
  return judged
    .sort((left, right) => right.score - left.score)
    .slice(0, most)
    .map(({ path }) => path)
}
