/** Which files there are below a directory, where git does not say it: a bounded walk that follows no link. */

import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that is as the repository has it. */
export interface Recorded {
  /** Of its object. */
  readonly name: string
  readonly isExecutable: boolean
  readonly isLink: boolean
}

export interface Listing {
  /** By path, relative and with slashes; without a value it is to be looked at. */
  readonly files: Map<string, Recorded | undefined>
  /** Repositories inside of this one: what is in them is not looked at. */
  readonly leftAlone: readonly string[]
}

/** Whether a path leads to something below: a list of files may have been made by anybody. */
export function isPlain(path: string): boolean {
  return path.split('/').every(name => name !== '' && name !== '.' && name !== '..' && !/^\.git$/i.test(name))
}

const MOST_FILES = 5_000

/** What other programs make and would make again, and what belongs to other programs. */
const SKIPPED = new Set(
  (
    'node_modules .git .hg .svn .jj dist build out target .next .nuxt .cache .turbo .gradle .venv venv ' +
    '__pycache__ .tox .mypy_cache .pytest_cache coverage .build .idea .DS_Store'
  ).split(' '),
)

/** Throws where there are too many: half a list would take old files for new ones. */
export async function walk(root: string, signal: AbortSignal): Promise<Listing> {
  const files: Listing['files'] = new Map()
  const leftAlone: string[] = []
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal.throwIfAborted()
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
    if (folder !== '' && entries.some(({ name }) => name === '.git')) {
      leftAlone.push(folder)
      continue
    }
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const kind = kindOf(entry)
      if (kind === 'folder') waiting.push(path)
      else if (kind === 'file') files.set(path, undefined)
    }
    if (files.size + waiting.length > MOST_FILES)
      throw new Error(`there are more than ${MOST_FILES.toLocaleString('en')} files here`)
  }
  return { files, leftAlone }
}

function kindOf(entry: Dirent): 'folder' | 'file' | undefined {
  if (SKIPPED.has(entry.name)) return undefined
  if (entry.isDirectory()) return 'folder'
  return entry.isFile() || entry.isSymbolicLink() ? 'file' : undefined
}
