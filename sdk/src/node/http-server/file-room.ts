/** How many files and sockets this process may have, where the system says so: a journal that finds none left cannot be written. */

import { readFileSync } from 'node:fs'

const OPEN_FILES = /^Max open files +(\d+)/m

export function mostOpenFiles(): number {
  try {
    return Number(OPEN_FILES.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.POSITIVE_INFINITY)
  } catch {
    // No such system. The others have far more than anybody needs.
    return Number.POSITIVE_INFINITY
  }
}
