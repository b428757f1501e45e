/** A folder that something is to be kept in: made where it is missing, and said where it cannot be used. */

import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from './error-code.js'
import { Failure, messageOf } from './failure.js'

/** One on a far machine may not answer at all. */
const PATIENCE_MILLISECONDS = 5_000

/**
 * Makes a folder and those above it, each by itself: where the system denies that there is a folder above, Node would
 * try for ever.
 */
export async function makeFolder(path: string): Promise<void> {
  const above = dirname(path)
  if (above !== path && !(await isThere(above))) await makeFolder(above)
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error
  })
}

/** Rejects with its name, the cause and a cure where nothing can be kept there. */
export async function demandFolder(
  path: string,
  { milliseconds = PATIENCE_MILLISECONDS, command = 'chat' } = {},
): Promise<void> {
  const cause = await troubleWith(path, milliseconds)
  if (cause === undefined) return
  throw new Failure(`conversations are kept in ${path}, which cannot be used: ${cause}`, {
    cure: `Make it yours, or keep them somewhere else: XDG_STATE_HOME=/another/folder parley ${command}`,
  })
}

async function troubleWith(path: string, milliseconds: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>(resolve => {
    timer = setTimeout(() => resolve(`it did not answer within ${milliseconds / 1_000} s`), milliseconds)
  })
  const trying = makeFolder(path)
    .then(() => access(path, constants.W_OK | constants.X_OK))
    .then(() => undefined, messageOf)
  return Promise.race([trying, late]).finally(() => clearTimeout(timer))
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    error => codeOf(error) !== 'ENOENT',
  )
}
