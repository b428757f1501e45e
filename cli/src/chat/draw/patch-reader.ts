/** A patch as git writes it, as rows of each of its files. What is no patch is passed over. */

import { type Comparison, type Hunk, type RawHunk, toComparison, toRows } from './diff-rows.js'

export interface PatchedFile extends Comparison {
  readonly path: string
}

const MOST_CHARACTERS = 2_000_000
const RANGE = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

export function readPatch(text: string): readonly PatchedFile[] {
  const lines = text.slice(0, MOST_CHARACTERS).split('\n')
  const files: { path: string; hunks: Hunk[] }[] = []
  let oldPath = ''
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.startsWith('--- ')) oldPath = nameIn(line)
    else if (line.startsWith('+++ ')) {
      const path = nameIn(line)
      files.push({ path: path === '/dev/null' ? oldPath : path, hunks: [] })
    } else if (RANGE.test(line)) {
      const hunk = takeHunk(lines, at)
      if (files.length === 0) files.push({ path: '', hunks: [] })
      files.at(-1)?.hunks.push(toRows(hunk))
      at += hunk.lines.length
    }
  }
  return files.map(({ path, hunks }) => ({ path, ...toComparison(hunks) }))
}

/** As many lines as its head promises: what is in a file may look like anything. */
function takeHunk(lines: readonly string[], at: number): RawHunk {
  const [, oldStart, oldCount = '1', newStart, newCount = '1'] = RANGE.exec(lines[at] ?? '') ?? []
  const taken: string[] = []
  let [old, now] = [Number(oldCount), Number(newCount)]
  for (let index = at + 1; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const sign = line.charAt(0)
    if (sign !== '\\' && old <= 0 && now <= 0) break
    if (!' +-\\'.includes(sign)) break
    if (sign === ' ' || sign === '' || sign === '-') old--
    if (sign === ' ' || sign === '' || sign === '+') now--
    taken.push(line)
  }
  return { oldStart: Number(oldStart), newStart: Number(newStart), lines: taken }
}

function nameIn(line: string): string {
  const name = (line.slice(4).split('\t')[0] ?? '').trim().replace(/^"(.*)"$/, '$1')
  return name.replace(/^[ab]\//, '')
}
