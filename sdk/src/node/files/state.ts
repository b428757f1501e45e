/** How one state of a file is told from the next: by what the file system keeps of it, without reading it. */

import type { BigIntStats } from 'node:fs'
import { lstat } from 'node:fs/promises'

/** The same word for the same state; another as soon as anybody wrote, replaced or re-labelled the file. */
export function toState({ dev, ino, size, mode, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mode, mtimeNs, ctimeNs].join(':')
}

/** The state of what stands at a path; nothing where nothing does. */
export async function stateOf(path: string): Promise<string | undefined> {
  const status = await lstat(path, { bigint: true }).catch(() => undefined)
  return status && toState(status)
}
