/** Writes what somebody asked for: to a file of theirs, or to the output. */

import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sanitizeLine } from '@parley/acp/guard'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'
import { print } from './print.js'

const PRIVATE = 0o600

/** What it is called, and where it goes: a file, or without one (or with `-`) the output. */
export interface Placing {
  readonly noun: string
  readonly output: string | undefined
}

/** Under its name only when it is whole, and for nobody else to read. */
export async function put(text: string, { noun, output }: Placing, shell: Shell): Promise<void> {
  if (output === undefined || output === '-') return print(shell.stdout, text)
  const path = resolve(shell.cwd, output)
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, text, { mode: PRIVATE, flag: 'wx' })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    const why = error instanceof Error ? sanitizeLine(error.message) : ''
    throw new Failure(`The ${noun} could not be written: ${why}`, { cause: error })
  }
  await print(shell.stderr, `Written to ${sanitizeLine(path)}\n`)
}
