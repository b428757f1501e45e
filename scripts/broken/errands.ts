/** Which rows one worker tries after the other: those of one test file, for what it has read once it need not read again. */
import type { Row } from './row.js'

// The last worker is alone with what is left of its list.
const MOST_ROWS = 12

export function toErrands(rows: readonly Row[]): Row[][] {
  const quick = rows.filter(({ build }) => !build)
  const places = new Map<string, Row[][]>()
  for (const row of quick) {
    const lists = places.get(placeOf(row)) ?? []
    places.set(placeOf(row), lists)
    const last = lists.at(-1)
    if (last !== undefined && last.length < MOST_ROWS) last.push(row)
    else lists.push([row])
  }
  const longestFirst = [...places.values()].flat().sort((one, other) => other.length - one.length)
  // What needs a build comes last: between two builds nothing has to be built whole again.
  return [...longestFirst, ...rows.filter(({ build }) => build).map(row => [row])]
}

function placeOf({ name, run }: Row): string {
  return 'file' in run ? `${run.file} ${run.fromSource ?? false}` : name
}
