/**
 * What changed between two texts, line by line: the shortest way from one to the other, by Myers' greedy search. Where
 * that would take too long the whole middle counts as replaced, which is longer but no less true.
 */

/** One line of a comparison, with its line break if it has one. */
export interface DiffLine {
  readonly change: 'same' | 'removed' | 'added'
  readonly line: string
}

// The search takes time and memory in the square of the differences.
const MOST_DIFFERENCES = 1_000

/** Every line of both texts, in order. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [toLines(before), toLines(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const middle = compare(old.slice(start, old.length - end), now.slice(start, now.length - end))
  return [...mark('same', old.slice(0, start)), ...middle, ...mark('same', old.slice(old.length - end))]
}

/** The lines of a text, each with its line break: a last line without one differs from the same line with one. */
function toLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function mark(change: DiffLine['change'], lines: readonly string[]): DiffLine[] {
  return lines.map(line => ({ change, line }))
}

function compare(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  const trace = old.length === 0 || now.length === 0 ? undefined : search(old, now)
  return trace === undefined ? [...mark('removed', old), ...mark('added', now)] : retrace(trace, old, now)
}

/**
 * For each number of differences, how far into the old text one gets on each diagonal, which is the place in the old
 * text minus the place in the new one. Undefined when the texts differ in more places than there is time for.
 */
function search(old: readonly string[], now: readonly string[]): readonly Int32Array[] | undefined {
  const most = Math.min(old.length + now.length, MOST_DIFFERENCES)
  const rows: Int32Array[] = []
  for (let count = 0; count <= most; count++) {
    const row = new Int32Array(2 * count + 1)
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      let at = enter(rows, count, diagonal).at
      while (at < old.length && at - diagonal < now.length && old[at] === now[at - diagonal]) at++
      row[diagonal + count] = at
      if (at >= old.length && at - diagonal >= now.length) return [...rows, row]
    }
    rows.push(row)
  }
  return undefined
}

/** Where one comes onto a diagonal with the last of `count` differences, and from which diagonal. */
function enter(rows: readonly Int32Array[], count: number, diagonal: number): { at: number; from: number } {
  if (count === 0) return { at: 0, from: 0 }
  const far = (on: number): number => rows[count - 1]?.[on + count - 1] ?? 0
  const isAdded = diagonal === -count || (diagonal !== count && far(diagonal - 1) < far(diagonal + 1))
  return isAdded
    ? { at: far(diagonal + 1), from: diagonal + 1 }
    : { at: far(diagonal - 1) + 1, from: diagonal - 1 }
}

/** The way back, from the end of both texts to their beginning. */
function retrace(
  rows: readonly Int32Array[],
  old: readonly string[],
  now: readonly string[],
): readonly DiffLine[] {
  const found: DiffLine[] = []
  let at = old.length
  let diagonal = old.length - now.length
  for (let count = rows.length - 1; count >= 0; count--) {
    const entered = enter(rows, count, diagonal)
    while (at > entered.at) found.push({ change: 'same', line: old[--at] ?? '' })
    if (count === 0) break
    if (entered.from > diagonal) found.push({ change: 'added', line: now[at - diagonal - 1] ?? '' })
    else found.push({ change: 'removed', line: old[--at] ?? '' })
    diagonal = entered.from
  }
  return found.reverse()
}
