/** `parley recordings decrypt`: makes an ordinary recording of one that is encrypted, with all its secrets in it. */

import { constants, realpathSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { sanitizeLine } from '@parley/acp/guard'
import { codeOf } from '../error-code.js'
import { EXIT } from '../exit-code.js'
import { Failure, messageOf } from '../failure.js'
import { counted } from '../listing/count.js'
import { print } from '../listing/print.js'
import type { Shell } from '../shell.js'
import { findAnyRecording, isSealed, recordingsFolder } from './place.js'
import { readIdentities } from './raw/keys.js'
import { openTerminal } from './raw/terminal.js'
import { type Missing, type OpeningKeys, type Unsealing, unseal } from './raw/unseal.js'
import { WholeLines } from './raw/whole-lines.js'

export interface DecryptOptions {
  /** A file; never the output, which may be a screen that others see or a log. */
  readonly output: string
  readonly identity?: readonly string[] | undefined
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
const PRIVATE = 0o600

export async function decryptRecording(word: string, options: DecryptOptions, shell: Shell): Promise<number> {
  const path = await findAnyRecording(word, shell)
  if (!isSealed(path)) throw usage(`${path} is not encrypted.`, 'It can be shown as it is.')
  const output = demandPlace(options.output, shell)
  const keys = await readKeys(options, shell)
  const unsealing = await unseal(path, keys).catch((error: unknown) => {
    throw new Failure(`${path} cannot be opened: ${sanitizeLine(messageOf(error))}.`, {
      reason: 'not_opened',
      cure:
        'passphrase' in keys ? 'Was it encrypted to a recipient? Then --identity names its file.' : undefined,
      cause: error,
    })
  })
  const { lines, missing } = await write(unsealing, output)
  await print(
    shell.stderr,
    `Written to ${sanitizeLine(output)}, with all its secrets: ${counted(lines, 'line')}.\n`,
  )
  if (missing === undefined) return EXIT.ok
  await print(shell.stderr, `parley recordings: ${inWords(missing)}\n`)
  return EXIT.error
}

/** Not among those that are without secrets: they are listed, and served to agents. */
function demandPlace(word: string, shell: Shell): string {
  const path = resolve(shell.cwd, word)
  if (word === '-' || /^\/dev\//.test(path))
    throw usage(
      '--output: expected a file. What is decrypted holds secrets, and is not written to the output.',
    )
  const [folder, shelf] = [dirname(path), recordingsFolder(shell)].map(realPath)
  if (folder !== shelf) return path
  throw usage(`--output: ${shelf} is for recordings without secrets.`, 'Name a file elsewhere.')
}

async function readKeys({ identity = [] }: DecryptOptions, shell: Shell): Promise<OpeningKeys> {
  if (identity.length > 0) {
    const all = await Promise.all(identity.map(file => readIdentities(file, shell)))
    return { identities: all.flat() }
  }
  const terminal = openTerminal()
  if (terminal === undefined)
    throw new Failure('a passphrase is typed at a terminal, and there is none here.', {
      exitCode: EXIT.inputNeeded,
      reason: 'passphrase_needed',
      cure: 'What was encrypted to a recipient is opened with --identity FILE.',
    })
  try {
    return { passphrase: await terminal.ask('Passphrase: ', { isHidden: true }) }
  } finally {
    terminal.close()
  }
}

interface Written {
  readonly lines: number
  readonly missing: Missing | undefined
}

async function write(unsealing: Unsealing, path: string): Promise<Written> {
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, PRIVATE).catch((error: unknown) => {
    const why = codeOf(error) === 'EEXIST' ? 'there is one already' : (codeOf(error) ?? messageOf(error))
    throw usage(`--output: ${path} cannot be made: ${why}.`)
  })
  try {
    return await carry(unsealing, file)
  } catch (error) {
    await rm(path, { force: true })
    throw new Failure(`The recording could not be written: ${messageOf(error)}`, { cause: error })
  } finally {
    await file.close()
  }
}

async function carry(unsealing: Unsealing, file: FileHandle): Promise<Written> {
  const lines = new WholeLines()
  const pieces = unsealing.pieces()
  for (;;) {
    const { done, value } = await pieces.next()
    if (done !== true) {
      await file.appendFile(lines.take(value))
      continue
    }
    if (value === undefined) await file.appendFile(lines.rest())
    // Whoever looks at it later should know.
    else if (lines.count > 0)
      await file.appendFile(`${JSON.stringify({ event: 'omitted', detail: inWords(value) })}\n`)
    return { lines: lines.count, missing: value }
  }
}

function inWords({ bytes, isSpoiled }: Missing): string {
  const lost = bytes === 0 ? '' : `; its last ${counted(bytes, 'byte')} cannot be opened`
  return isSpoiled
    ? `the file was changed: everything behind what was written is missing${lost}.`
    : `the end is missing: whoever wrote it was killed, or the file was cut off${lost}.`
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPath(parent), path.slice(parent.length))
  }
}

function usage(message: string, cure?: string): Failure {
  return new Failure(message, { exitCode: EXIT.usage, reason: 'usage', cure })
}
