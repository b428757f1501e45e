/** The files of a folder by looking into it, where there is nobody to ask: bounded, and never long at a time. */

import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { readBounded } from '../../agents/private-file.js'
import { type IgnoreRules, readIgnoreLines } from './ignore-lines.js'

const ALWAYS_LEFT_OUT: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  '.hg',
  '.svn',
  '__pycache__',
  '.venv',
])
const MOST_DEPTH = 24
const MOST_IGNORE_BYTES = 64 * 1_024
const DEADLINE_MILLISECONDS = 3_000

interface Folder {
  /** Below the root: empty, or with a slash at its end. */
  readonly base: string
  readonly depth: number
  readonly rules: readonly { readonly base: string; readonly rules: IgnoreRules }[]
}

/** At most so many paths below a folder, those near to it first. Follows no link. */
export async function walkFolder(root: string, most: number): Promise<readonly string[]> {
  const found: string[] = []
  const waiting: Folder[] = [{ base: '', depth: 0, rules: [] }]
  const deadline = performance.now() + DEADLINE_MILLISECONDS
  for (const folder of waiting) {
    if (found.length >= most || performance.now() > deadline) break
    const entered = await enter(root, folder)
    for await (const entry of entriesOf(join(root, folder.base))) {
      if (found.length >= most) break
      const path = folder.base + entry.name
      if (isLeftOut(entered, path, entry)) continue
      if (!entry.isDirectory()) found.push(path)
      else if (folder.depth < MOST_DEPTH)
        waiting.push({ base: `${path}/`, depth: folder.depth + 1, rules: entered.rules })
    }
  }
  return found
}

/** A folder that cannot be read has nothing in it. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder, { bufferSize: 128 })
  } catch {}
}

async function enter(root: string, folder: Folder): Promise<Folder> {
  const text = await readBounded(join(root, folder.base, '.gitignore'), MOST_IGNORE_BYTES).catch(
    () => undefined,
  )
  if (text === undefined) return folder
  return { ...folder, rules: [{ base: folder.base, rules: readIgnoreLines(text) }, ...folder.rules] }
}

function isLeftOut({ rules }: Folder, path: string, entry: Dirent): boolean {
  if (ALWAYS_LEFT_OUT.has(entry.name)) return true
  for (const each of rules) {
    const isIgnored = each.rules(path.slice(each.base.length), entry.isDirectory())
    if (isIgnored !== undefined) return isIgnored
  }
  return false
}
