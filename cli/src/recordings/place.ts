/** Finds recordings: by their file, by the beginning of their name in the usual folder, or the last one. */

import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { Header, Recording } from '@parley/acp/inspect'
import { listRecordings, readRecordingFile, type ShelvedRecording, streamRecording } from '@parley/acp/node'
import { codeOf } from '../error-code.js'
import { EXIT } from '../exit-code.js'
import { Failure, messageOf } from '../failure.js'
import { stateFolder } from '../own-folder.js'
import type { Shell } from '../shell.js'

/** The folder that recordings are put into unless a file is named. */
export function recordingsFolder(shell: Pick<Shell, 'env'>): string {
  return stateFolder('recordings', shell)
}

/** Those in the usual folder, the latest first. */
export function shelvedRecordings(shell: Pick<Shell, 'env'>): Promise<readonly ShelvedRecording[]> {
  return listRecordings(recordingsFolder(shell))
}

/** The path of the one that a word means, to be read: an encrypted one is refused. */
export async function findRecording(word: string, shell: Shell): Promise<string> {
  const path = await findAnyRecording(word, shell)
  if (!isSealed(path)) return path
  throw new Failure(`${path} is encrypted, and holds secrets.`, {
    exitCode: EXIT.usage,
    cure: 'parley recordings decrypt makes an ordinary recording of it.',
    reason: 'recording_encrypted',
  })
}

const MARK = 'age-encryption.org/'

/** By its beginning: a name can be changed. */
export function isSealed(path: string): boolean {
  try {
    // A pipe is read once, and not here.
    if (!statSync(path).isFile()) return false
    const file = openSync(path, 'r')
    try {
      const beginning = Buffer.alloc(MARK.length)
      readSync(file, beginning, 0, MARK.length, 0)
      return beginning.toString('latin1') === MARK
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}

/** The path of the one that a word means, encrypted or not. */
export async function findAnyRecording(word: string, shell: Shell): Promise<string> {
  const path = isAbsolute(word) ? word : resolve(shell.cwd, word)
  if (/[/\\]|\.ndjson(?:\.age)?$/.test(word) || existsSync(path)) return path
  const all = await shelvedRecordings(shell)
  const [last] = all
  if (word === 'last' && last !== undefined) return last.path
  const exact = all.find(({ name }) => name === word)
  if (exact !== undefined) return exact.path
  const found = all.filter(({ name }) => name.startsWith(word) || name.endsWith(`-${word}`))
  const [one, another] = found
  if (one !== undefined && another === undefined) return one.path
  const what =
    one === undefined
      ? `there is no recording "${word}", neither here nor in ${recordingsFolder(shell)}.`
      : `"${word}" may be any of ${found.length} recordings.`
  throw new Failure(what, {
    exitCode: EXIT.usage,
    cure: 'parley recordings lists those there are.',
    reason: 'recording_not_found',
  })
}

/** A recording, whole. */
export async function readFound(path: string): Promise<Recording> {
  return demandHeader(path, await readRecordingFile(path).catch(failToRead(path)))
}

/** A recording, to be read piece by piece. */
export async function streamFound(
  path: string,
): Promise<Exclude<Awaited<ReturnType<typeof streamRecording>>, { readonly line: number }>> {
  return demandHeader(path, await streamRecording(path).catch(failToRead(path)))
}

/** What stands in its first line. */
export async function readHeader(path: string): Promise<Header> {
  const { header, batches } = await streamFound(path)
  await batches[Symbol.asyncIterator]().return?.()
  return header
}

function demandHeader<T extends object>(
  path: string,
  read: T | { readonly line: number; readonly expected: string; readonly found: string },
): T {
  if (!('line' in read && 'expected' in read)) return read
  throw new Failure(
    `${path} is no recording: line ${read.line}: expected ${read.expected}, found ${read.found}.`,
    {
      exitCode: EXIT.usage,
      reason: 'not_a_recording',
    },
  )
}

const failToRead =
  (path: string) =>
  (error: unknown): never => {
    throw new Failure(`${path} cannot be read (${codeOf(error) ?? messageOf(error)}).`, {
      exitCode: EXIT.usage,
      reason: 'not_readable',
      cause: error,
    })
  }
