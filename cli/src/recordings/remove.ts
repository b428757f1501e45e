/** `parley recordings remove`: deletes recordings of the usual folder; asks first. */

import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { sanitizeLine } from '@parley/acp/guard'
import type { ShelvedRecording } from '@parley/acp/node'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { print } from '../listing/print.js'
import type { Shell } from '../shell.js'
import { findAnyRecording, recordingsFolder, shelvedRecordings } from './place.js'

export interface RemoveOptions {
  readonly all?: boolean | undefined
  readonly yes?: boolean | undefined
}

export async function removeRecordings(
  words: readonly string[],
  options: RemoveOptions,
  shell: Shell,
): Promise<number> {
  const found = await findAll(words, options, shell)
  if (found.length === 0) {
    await print(shell.stderr, 'There is nothing to remove.\n')
    return EXIT.ok
  }
  if (!(await isAgreed(found, options, shell))) {
    await print(shell.stderr, 'Nothing was removed.\n')
    return EXIT.error
  }
  for (const { path, name } of found) {
    await rm(path, { force: true })
    await print(shell.stdout, `Removed ${sanitizeLine(name)}\n`)
  }
  return EXIT.ok
}

/** All are found before the first is removed; nothing outside the folder, and nothing that is being written. */
async function findAll(
  words: readonly string[],
  { all }: RemoveOptions,
  shell: Shell,
): Promise<readonly ShelvedRecording[]> {
  const shelved = await shelvedRecordings(shell)
  if (all === true) return shelved.filter(({ isLive }) => !isLive)
  if (words.length === 0)
    throw new Failure('expected the names of recordings, or --all.', {
      exitCode: EXIT.usage,
      reason: 'usage',
    })
  const paths = new Set(await Promise.all(words.map(word => findAnyRecording(word, shell))))
  const outside = [...paths].find(path => dirname(path) !== recordingsFolder(shell))
  if (outside !== undefined)
    throw new Failure(`${outside} is none of the recordings in ${recordingsFolder(shell)}.`, {
      exitCode: EXIT.usage,
      cure: 'A file elsewhere is removed by hand.',
    })
  const found = shelved.filter(({ path }) => paths.has(path))
  const absent = [...paths].find(path => found.every(each => each.path !== path))
  if (absent !== undefined)
    throw new Failure(`there is no recording ${absent}.`, {
      exitCode: EXIT.usage,
      cure: 'parley recordings lists those there are.',
      reason: 'recording_not_found',
    })
  const live = found.find(({ isLive }) => isLive)
  if (live !== undefined) throw new Failure(`${live.name} is being written just now.`)
  return found
}

async function isAgreed(
  found: readonly ShelvedRecording[],
  { yes }: RemoveOptions,
  { stdin, stderr }: Shell,
): Promise<boolean> {
  if (yes === true) return true
  if (!stdin.isTTY || !stderr.isTTY)
    throw new Failure('Nobody can be asked whether to remove it.', {
      ...{ exitCode: EXIT.inputNeeded, reason: 'confirmation_needed' },
      cure: '--yes says so beforehand.',
    })
  for (const { name } of found) await print(stderr, `${sanitizeLine(name)}\n`)
  const asking = createInterface({ input: stdin, output: stderr })
  try {
    const what = found.length === 1 ? 'this recording' : `these ${found.length} recordings`
    return /^y(es)?$/i.test((await asking.question(`Remove ${what} (y/N)? `)).trim())
  } finally {
    asking.close()
  }
}
