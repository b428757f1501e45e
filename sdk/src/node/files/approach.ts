/** The way to a file that may not be there yet: the last directory that is, and the names that are missing behind it. */

import type { BigIntStats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join, parse, sep } from 'node:path'
import type { Ground, Pin } from './ground.js'
import { namesOf } from './path-name.js'
import { absent, denied, isAbsence } from './refusal.js'

/** How a file is come to. */
export interface Approach {
  readonly folder: Pin
  /** The directories between that one and the file, none of which is there. */
  readonly missing: readonly string[]
  readonly name: string
  /** What stands at the first name behind the folder: the file, or something that is in the way of a directory. */
  readonly found: BigIntStats | undefined
}

// Each is one more call, and a path has room for two thousand names.
const MOST_MISSING = 64

/** The folder is the caller's to close. */
export async function approach(path: string, ground: Ground): Promise<Approach> {
  const names = namesOf(path)
  const name = names.pop()
  if (
    name === undefined ||
    name === '..' ||
    path.endsWith('/') ||
    path.endsWith(sep) ||
    /[\\/]\.$/.test(path)
  )
    throw denied(path, 'The path is that of a directory')
  const { root } = parse(path)
  for (let count = names.length; count >= 0 && names.length - count <= MOST_MISSING; count--) {
    const folder = await pinFolder(root + names.slice(0, count).join(sep), ground)
    if (folder === undefined) continue
    const missing = names.slice(count)
    try {
      return { folder, missing, name, found: await find(folder, missing[0] ?? name) }
    } catch (error) {
      await folder.close()
      throw error
    }
  }
  throw denied(path, 'Too many directories on the way to the file are missing')
}

/** Where the file will be, below the place of the folder. Two dots lead nowhere behind a directory that is not there. */
export function placeBehind(place: string, { missing, name }: Approach, path: string): string {
  if (missing.includes('..')) throw absent(path)
  return join(place, ...missing, name)
}

async function pinFolder(path: string, ground: Ground): Promise<Pin | undefined> {
  try {
    return await ground.pin(path, 'folder')
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}

/** What stands at the name itself: a link is not followed. */
export async function find(folder: Pin, name: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(folder.entry(name), { bigint: true })
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}
