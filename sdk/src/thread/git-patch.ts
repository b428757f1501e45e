/** Patches in git's format: written for the change of one file, and read as far as lines and whole new files go. */

import { type LineCount, NO_FILE, toPatch } from './patch.js'

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/
const UNENDED = '\\'
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}
const UNESCAPED = new Map(Object.entries(ESCAPES).map(([char, escaped]) => [escaped, char]))

/** What a patch does to one file. */
interface FilePatch {
  /** Where it was; `/dev/null` for a new file. */
  readonly old: string
  /** Where it is, or was before it was deleted. */
  readonly path: string
  /** The lines of all hunks, each with its sign. */
  readonly lines: readonly string[]
}

/** The change of one file as git writes it, with the path as it is; nothing where nothing changed. */
export function toGitPatch(path: string, before: string | undefined, after: string): string | undefined {
  if (before === after) return undefined
  const name = toName(path)
  const head = [`diff --git ${name} ${name}`, ...(before === undefined ? ['new file mode 100644'] : [])]
  // Of a new file without a line there is nothing to show but that it is there.
  const body = before === undefined && after === '' ? [] : [toPatch(name, before, after)]
  return `${[...head, ...body].join('\n')}\n`
}

/** The lines that a patch adds to and removes from each file, by the paths that it names. */
export function countPatch(text: string): ReadonlyMap<string, LineCount> {
  const counts = new Map<string, LineCount>()
  for (const { path, lines } of readPatch(text)) {
    const { added, removed } = counts.get(path) ?? { added: 0, removed: 0 }
    counts.set(path, { added: added + count(lines, '+'), removed: removed + count(lines, '-') })
  }
  return counts
}

/** The texts of the files that a patch makes; of those it changes it knows only a part. */
export function newFilesIn(text: string): ReadonlyMap<string, string> {
  const made = readPatch(text).filter(({ old }) => old === NO_FILE)
  return new Map(made.map(({ path, lines }) => [path, toText(lines)]))
}

function readPatch(text: string): readonly FilePatch[] {
  const files: { old: string; path: string; lines: string[] }[] = []
  const lines = text.split('\n')
  let old = ''
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const hunk = HUNK.exec(line)
    if (line.startsWith('--- ')) old = toPath(line)
    else if (line.startsWith('+++ ')) {
      const path = toPath(line)
      files.push({ old, path: path === NO_FILE ? old : path, lines: [] })
    } else if (hunk) {
      const inside = readHunk(lines, at + 1, [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)])
      for (const each of inside) files.at(-1)?.lines.push(each)
      at += inside.length
    }
  }
  return files
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
    if (sign !== '+' && sign !== UNENDED) oldLeft--
    if (sign !== '-' && sign !== UNENDED) newLeft--
  }
  if (lines[end]?.startsWith(UNENDED)) end++
  return lines.slice(start, end)
}

function toText(lines: readonly string[]): string {
  const added = lines.filter(line => line.startsWith('+')).map(line => line.slice(1))
  const isEnded = added.length > 0 && !lines.at(-1)?.startsWith(UNENDED)
  return added.join('\n') + (isEnded ? '\n' : '')
}

function count(lines: readonly string[], sign: string): number {
  return lines.filter(line => line.startsWith(sign)).length
}

/** A path that would not stand in one line, or not be read back, is quoted. */
function toName(path: string): string {
  const escaped = path.replaceAll(/["\\\n\r\t]/g, char => ESCAPES[char] ?? char)
  return escaped === path ? path : `"${escaped}"`
}

function toPath(line: string): string {
  // Cut, not matched: a pattern that begins anew at every tab would take its time over many of them.
  const [untabbed = ''] = line.slice('+++ '.length).split('\t', 1)
  const name = untabbed.replace(/\r$/, '')
  const quoted = /^"(.*)"$/.exec(name)?.[1]
  return quoted?.replaceAll(/\\./g, escaped => UNESCAPED.get(escaped) ?? escaped) ?? name
}
