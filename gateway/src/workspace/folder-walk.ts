/** The files of a folder that git does not ignore, as far as its ignore files say: bounded, and through no link. */

import { posix } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { type FolderLook, lookAtFile, lookIntoFolder, type Root } from '@parley/acp/node'
import { type IgnoreRules, readIgnoreLines } from './ignore-lines.js'

const ALWAYS_IGNORED: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules'])
const MOST_DEPTH = 24
const MOST_IGNORE_BYTES = 64 * 1_024
const MOST_ENTRIES = 10_000
/** So many are held against the rules, then others have their turn. */
const SLICE = 64
const JUDGING_MILLISECONDS = 2_000

/** The rules of one folder, by where it is below the top: empty, or with a slash at its end. */
interface Ruled {
  readonly base: string
  readonly rules: IgnoreRules
}

interface Waiting {
  readonly base: string
  readonly depth: number
  readonly ruled: readonly Ruled[]
}

/** How far a walk goes. */
export interface WalkLimits {
  readonly most: number
  /** In milliseconds of the clock that does not go back. */
  readonly until: number
}

/** Paths below the root, those near to it first. */
export async function walkFolder(root: Root, { most, until }: WalkLimits): Promise<readonly string[]> {
  const found: string[] = []
  const waiting: Waiting[] = [{ base: '', depth: 0, ruled: [] }]
  for (const { base, depth, ruled } of waiting) {
    if (found.length >= most || performance.now() > until) break
    const rules = await rulesIn(root, base, ruled)
    for await (const { name, kind } of unhurried(await entriesOf(root, base), until)) {
      if (isIgnoredBy(rules, base + name, kind === 'folder')) continue
      if (kind === 'file' && found.length < most) found.push(base + name)
      if (kind === 'folder' && depth < MOST_DEPTH)
        waiting.push({ base: `${base}${name}/`, depth: depth + 1, ruled: rules })
    }
  }
  return found
}

type Entry = FolderLook['entries'][number]

/** Which entries of one folder, by its path below the root, are ignored, as far as that can be said in time. */
export async function ignoredIn(
  root: Root,
  folder: string,
  entries: readonly Entry[],
): Promise<ReadonlySet<Entry>> {
  const until = performance.now() + JUDGING_MILLISECONDS
  const isIgnored = await judgeIn(root, folder)
  const ignored = new Set<Entry>()
  for await (const entry of unhurried(entries, until))
    if (isIgnored(entry.name, entry.kind === 'folder')) ignored.add(entry)
  return ignored
}

/** One after the other, with pauses for everybody else, as far as there is time. */
async function* unhurried(entries: readonly Entry[], until: number): AsyncGenerator<Entry> {
  for (const [index, entry] of entries.entries()) {
    if (index % SLICE === SLICE - 1) await breathe()
    if (performance.now() > until) return
    yield entry
  }
}

async function judgeIn(root: Root, folder: string): Promise<(name: string, isFolder: boolean) => boolean> {
  const names = folder.split('/').filter(name => name !== '')
  let rules: readonly Ruled[] = await rulesIn(root, '', [])
  let base = ''
  let isInside = false
  for (const name of names) {
    // What lies in an ignored folder is ignored, whatever is said of it.
    isInside ||= isIgnoredBy(rules, base + name, true)
    base += `${name}/`
    rules = await rulesIn(root, base, rules)
  }
  return (name, isFolder) => isInside || isIgnoredBy(rules, base + name, isFolder)
}

function isIgnoredBy(ruled: readonly Ruled[], path: string, isFolder: boolean): boolean {
  if (ALWAYS_IGNORED.has(posix.basename(path))) return true
  for (const { base, rules } of ruled) {
    const isIgnored = rules(path.slice(base.length), isFolder)
    if (isIgnored !== undefined) return isIgnored
  }
  return false
}

/** The rules of the innermost folder come first. */
async function rulesIn(root: Root, base: string, above: readonly Ruled[]): Promise<readonly Ruled[]> {
  const text = await ignoreText(root, `${base}.gitignore`)
  const own = base === '' ? await ignoreText(root, '.git/info/exclude') : undefined
  const read = [text, own].flatMap(each =>
    each === undefined ? [] : [{ base, rules: readIgnoreLines(each) }],
  )
  return [...read, ...above]
}

async function ignoreText(root: Root, path: string): Promise<string | undefined> {
  const look = await lookAtFile(`${root.path}/${path}`, [root], { textBytes: MOST_IGNORE_BYTES }).catch(
    () => undefined,
  )
  return look?.text
}

/** A folder that cannot be read has nothing in it. */
async function entriesOf(root: Root, base: string): Promise<FolderLook['entries']> {
  const look = await lookIntoFolder(`${root.path}/${base}`, [root], {
    entries: MOST_ENTRIES,
    sizes: false,
  }).catch(() => undefined)
  return look?.entries ?? []
}
