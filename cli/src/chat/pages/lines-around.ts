/** What of many blocks of lines is on the screen, where one of them has to be. */

import type { Line } from '../screen/line.js'

/** Lines around one block, which is among them whole where it has room: half of them above it, more where nothing is below. */
export function linesAround(
  at: number,
  rows: number,
  /** None beyond both ends. */
  blockOf: (index: number) => readonly Line[],
): readonly Line[] {
  if (at < 0 || rows < 1) return []
  const middle = blockOf(at)
  if (middle.length >= rows) return middle.slice(-rows)
  const below: Line[] = []
  for (let index = at + 1; below.length < rows; index++) {
    const block = blockOf(index)
    if (block.length === 0) break
    below.push(...block)
  }
  const above: Line[] = []
  const wanted = Math.max(Math.floor((rows - middle.length) / 2), rows - middle.length - below.length)
  for (let index = at - 1; above.length < wanted && index >= 0; index--) above.unshift(...blockOf(index))
  return [...above.slice(Math.max(0, above.length - wanted)), ...middle, ...below].slice(0, rows)
}
