/** The branch that a directory is on, read from the files of git: no program is run for it. */

import { dirname, join, resolve } from 'node:path'
import { readBounded } from '../../agents/private-file.js'

const MOST_LEVELS = 64
const SHOWN_DIGITS = 8
const MOST_BYTES = 64 * 1024

/** Tells which branch it is when that is another one than before. */
export class BranchWatch {
  readonly #tell: (branch: string | undefined) => void
  #branch: string | undefined

  constructor(tell: (branch: string | undefined) => void) {
    this.#tell = tell
  }

  get branch(): string | undefined {
    return this.#branch
  }

  async look(cwd: string): Promise<void> {
    const branch = await findBranch(cwd)
    if (branch === this.#branch) return
    this.#branch = branch
    this.#tell(branch)
  }
}

/** Nothing outside of a repository. */
async function findBranch(cwd: string): Promise<string | undefined> {
  let folder = cwd
  for (let level = 0; level < MOST_LEVELS; level++) {
    const head = await readHead(join(folder, '.git'))
    if (head !== undefined) return head
    const above = dirname(folder)
    if (above === folder) return undefined
    folder = above
  }
  return undefined
}

async function readHead(git: string): Promise<string | undefined> {
  const text = (await read(join(git, 'HEAD'))) ?? (await readLinked(git))
  if (text === undefined) return undefined
  const branch = /^ref: refs\/heads\/(.+)$/m.exec(text)?.[1]?.trim()
  return branch ?? text.trim().slice(0, SHOWN_DIGITS)
}

/** In a second working tree a file says where the rest is. */
async function readLinked(git: string): Promise<string | undefined> {
  const place = /^gitdir: (.+)$/m.exec((await read(git)) ?? '')?.[1]
  return place === undefined ? undefined : read(join(resolve(dirname(git), place.trim()), 'HEAD'))
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readBounded(file, MOST_BYTES)
  } catch {
    return undefined
  }
}
