/** The version of this command, as its package says it. */

import { readFileSync } from 'node:fs'

export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return version
}
