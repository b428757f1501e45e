/** `parley recordings export`: a recording to give to others. Redacted once more, searched for secrets, and refused on a hit. */

import { basename } from 'node:path'
import { secretsInEnvironment } from '@parley/acp/guard'
import { learningRedaction, type Recording, toPage, toRecordingLine } from '@parley/acp/inspect'
import { secretHash } from '@parley/acp/node'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { put } from '../listing/put.js'
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
  const output = options.html ?? options.output
  await put(await toText(recording, format, title), { noun: 'recording', output }, shell)
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
