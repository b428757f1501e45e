/** Asks a volume whether it takes names that differ in case alone for the same. Creates nothing to find out. */

import { lstat, opendir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isSameThing } from './plain-ground.js'

const MOST_NAMES = 64

/** Whether the volume of this directory is blind to case; where nothing tells, what the platform's usually are. */
export async function isCaseBlind(directory: string, platform: string = process.platform): Promise<boolean> {
  for (const [folder, name] of [
    ...(await namesIn(directory)),
    [dirname(directory), basename(directory)] as const,
  ]) {
    const other = toOtherCase(name)
    if (other !== name) return isSameEntry(join(folder, name), join(folder, other))
  }
  return platform === 'darwin' || platform === 'win32'
}

/** The name with its capitals made small and its small letters made capitals. */
export function toOtherCase(name: string): string {
  const swapped = [...name].map(letter => {
    const small = letter.toLowerCase()
    return letter === small ? letter.toUpperCase() : small
  })
  return swapped.join('')
}

async function namesIn(directory: string): Promise<readonly (readonly [string, string])[]> {
  const names: string[] = []
  try {
    for await (const { name } of await opendir(directory)) {
      names.push(name)
      if (names.length === MOST_NAMES) break
    }
  } catch {
    // What was found until then must do.
  }
  // Two files whose names differ in case alone would be taken for one by nobody but a hard link.
  const all = new Set(names)
  return names.filter(name => !all.has(toOtherCase(name))).map(name => [directory, name])
}

async function isSameEntry(left: string, right: string): Promise<boolean> {
  const find = (path: string) => lstat(path, { bigint: true }).catch(() => undefined)
  const [one, other] = [await find(left), await find(right)]
  return one !== undefined && other !== undefined && isSameThing(one, other)
}
