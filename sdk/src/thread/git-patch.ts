/** Reads patches in git's format, as far as it takes to count their lines. */

import { type LineCount, NO_FILE } from './patch.js'

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/

/** The lines that a patch adds to and removes from each file, by the paths that it names. */
export function countPatch(text: string): ReadonlyMap<string, LineCount> {
  const counts = new Map<string, LineCount>()
  const lines = text.split('\n')
  let [old, path] = ['', '']
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const hunk = HUNK.exec(line)
    if (line.startsWith('--- ')) old = toPath(line)
    else if (line.startsWith('+++ ')) path = toPath(line) === NO_FILE ? old : toPath(line)
    else if (hunk) {
      const inside = readHunk(lines, at + 1, [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)])
      const { added, removed } = counts.get(path) ?? { added: 0, removed: 0 }
      counts.set(path, { added: added + count(inside, '+'), removed: removed + count(inside, '-') })
      at += inside.length
    }
  }
  return counts
}

/** The lines of a hunk. One of them may look like a head: only the numbers tell where the hunk ends. */
function readHunk(
  lines: readonly string[],
  start: number,
  [old, now]: [old: number, now: number],
): readonly string[] {
  let [end, oldLeft, newLeft] = [start, old, now]
  for (; end < lines.length && (oldLeft > 0 || newLeft > 0); end++) {
    const sign = lines[end]?.[0]
    if (sign !== '+' && sign !== '\\') oldLeft--
    if (sign !== '-' && sign !== '\\') newLeft--
  }
  return lines.slice(start, end)
}

function count(lines: readonly string[], sign: string): number {
  return lines.filter(line => line.startsWith(sign)).length
}

function toPath(line: string): string {
  const [path = ''] = line.slice('+++ '.length).split('\t', 1)
  return path.replace(/\r$/, '').replace(/^"(.*)"$/, '$1')
}
