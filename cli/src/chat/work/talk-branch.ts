/** The branch that a directory is on, read from the files of git: no program is run for it. */

import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

const MOST_LEVELS = 64
const SHOWN_DIGITS = 8

/** Nothing outside of a repository. */
export async function findBranch(cwd: string): Promise<string | undefined> {
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
    return await readFile(file, 'utf8')
  } catch {
    return undefined
  }
}
