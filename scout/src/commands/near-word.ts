/** Which known word somebody may have meant. */

/** The nearest of the words; nothing when none is near enough to be worth a question. */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase()
  const most = Math.max(1, Math.floor(wanted.length / 3))
  const near = words
    .map(word => ({ word, steps: wanted !== '' && word.startsWith(wanted) ? 0 : distance(wanted, word) }))
    .sort((one, other) => one.steps - other.steps)
  const [first] = near
  return first !== undefined && first.steps <= most ? first.word : undefined
}

/** How many letters must be added, taken away, changed or swapped with their neighbour. */
function distance(from: string, to: string): number {
  let last: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let at = 1; at <= from.length; at++) {
    const next = [at]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[at - 1] === to[column - 1]
      const isSwapped = from[at - 1] === to[column - 2] && from[at - 2] === to[column - 1]
      const swapped = isSwapped ? (last[column - 2] ?? Infinity) + 1 : Infinity
      const changed = (row[column - 1] ?? 0) + (isSame ? 0 : 1)
      next.push(Math.min(changed, swapped, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    last = row
    row = next
  }
  return row[to.length] ?? Infinity
}
