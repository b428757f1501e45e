/** Where this package is, from wherever in it one looks: packed files stand elsewhere than what they were made of. */

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

export function packageFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}
