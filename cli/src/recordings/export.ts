/** `parley recordings export`: a recording to give to others. Redacted once more, searched for secrets, and refused on a hit. */

import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { sanitizeLine, secretsInEnvironment } from '@parley/acp/guard'
import { learningRedaction, type Recording, toPage, toRecordingLine } from '@parley/acp/inspect'
import { secretHash } from '@parley/acp/node'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import type { Shell } from '../shell.js'
import { findRecording, readFound } from './place.js'
import { redactRecording } from './redacted.js'
import { findLeaks } from './scan.js'

export interface ExportOptions {
  /** A page for people. */
  readonly html?: string | undefined
  readonly format?: 'json' | 'recording' | 'html' | undefined
  readonly output?: string | undefined
  readonly keepContents?: boolean | undefined
}

const PRIVATE = 0o600

export async function exportRecording(word: string, options: ExportOptions, shell: Shell): Promise<number> {
  const path = await findRecording(word, shell)
  const known = secretsInEnvironment(shell.env)
  // With a key of its own: stand-ins of two exports cannot be compared.
  const means = learningRedaction({
    hash: secretHash(),
    known,
    dropsContents: options.keepContents !== true,
  })
  const recording = redactRecording(await readFound(path), means)
  const leaks = findLeaks(recording, known)
  if (leaks.length > 0)
    throw new Failure(
      `The recording still holds what looks like a secret: ${leaks.slice(0, 5).join('; ')}.`,
      {
        reason: 'secret_found',
        cure: 'Nothing was written. Take it out of the recording by hand, or leave the entry out.',
      },
    )
  const format = options.format ?? (options.html === undefined ? 'recording' : 'html')
  const title = recording.header.title ?? basename(path, '.ndjson')
  await put(await toText(recording, format, title), options.html ?? options.output, shell)
  return EXIT.ok
}

async function toText(
  recording: Recording,
  format: 'json' | 'recording' | 'html',
  title: string,
): Promise<string> {
  if (format === 'html') return toPage(recording, { title })
  if (format === 'json') return toSafeJsonText(recording)
  return [recording.header, ...recording.entries].map(toRecordingLine).join('')
}

/** Under its name only when it is whole, and for nobody else to read. */
async function put(text: string, output: string | undefined, shell: Shell): Promise<void> {
  if (output === undefined || output === '-') return print(shell.stdout, text)
  const path = resolve(shell.cwd, output)
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, text, { mode: PRIVATE, flag: 'wx' })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    const why = error instanceof Error ? sanitizeLine(error.message) : ''
    throw new Failure(`The recording could not be written: ${why}`, { cause: error })
  }
  await print(shell.stderr, `Written to ${sanitizeLine(path)}\n`)
}
