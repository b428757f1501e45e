/** The version of this command, as its package says it. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from './package-folder.js'

export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(packageFolder(), 'package.json'), 'utf8'),
  )
  return version
}
