/** Takes changes back in the files, and undoes that. A file that somebody has changed meanwhile is left as it is. */

import type { Actions } from '../state/actions.js'
import type { TalkKey } from '../state/talk.js'
import type { ChangedFile } from './changed-file.js'
import { type Hunk, knownComparison } from './comparison.js'
import { diskFiles, diskName, noteFile, readAgain } from './disk.js'
import { messageOf, reasonIn } from './failures.js'
import type { Rejection } from './review.js'
import { applySplices, invertSplices } from './splice.js'

export interface Writing {
  readonly actions: Actions
  readonly key: TalkKey
}

/** What came of it; what is not written is said. */
export type Written =
  | { readonly is: 'written'; readonly rejection: Rejection }
  | { readonly is: 'conflict' | 'failed'; readonly path: string; readonly message: string }

export interface RejectWish {
  readonly file: ChangedFile
  /** Absent: all of the file. */
  readonly hunks?: readonly Hunk[] | undefined
  readonly batch: string
  /** How long the timeline is. */
  readonly at: number
}

/** Writes the file back without these hunks. */
export async function reject(writing: Writing, { file, hunks, batch, at }: RejectWish): Promise<Written> {
  const { path, digest } = file
  const { old, now } = file.parts[0] ?? {}
  if (file.state !== 'ready' || digest === undefined)
    return failed(path, 'The file cannot be written from here. Read it again, and reject it then.')
  const all = knownComparison(`${path} 0`, old, now).hunks
  const splices = (hunks ?? all).map(({ rejection }) => rejection)
  const isAll = splices.length === all.length
  const text = isAll ? (old ?? null) : (applySplices(now ?? '', splices) ?? null)
  const done = await write(writing, { path, text, digest })
  if (done.is !== 'written') return done
  const [hadFile, hasFile] = [now !== undefined, text !== null]
  return {
    is: 'written',
    rejection: { batch, path, at, splices, hadFile, hasFile, digest: done.digest, isSent: false },
  }
}

/** Brings back what was rejected. */
export async function undo(writing: Writing, rejection: Rejection): Promise<Written> {
  const { path, splices, hadFile } = rejection
  await readAgain(writing.actions, writing.key, path)
  const disk = diskFiles.getState().files.get(diskName(writing.key, path))
  if (disk === undefined || disk.is === 'failed')
    return failed(path, 'The file cannot be read. Try it again, or look at it in Files.')
  const text = disk.is === 'file' ? disk.content.text : ''
  const found = text === undefined ? undefined : applySplices(text, invertSplices(splices))
  if (found === undefined) return conflict(path)
  const digest = disk.is === 'file' ? disk.content.digest : null
  const done = await write(writing, { path, text: hadFile ? found : null, digest })
  return done.is === 'written' ? { is: 'written', rejection } : done
}

interface Wanted {
  readonly path: string
  readonly text: string | null
  readonly digest: string | null
}

async function write({ actions, key }: Writing, wanted: Wanted) {
  const { path, text } = wanted
  try {
    const { digest } = await actions.writeFile(key, wanted)
    if (text === null || digest === null) noteFile(key, path, { is: 'missing' })
    else {
      const size = new TextEncoder().encode(text).length
      noteFile(key, path, { is: 'file', content: { path, text, size, isCut: false, digest } })
    }
    return { is: 'written', digest } as const
  } catch (error) {
    return reasonIn(error) === 'conflict' ? conflict(path) : failed(path, messageOf(error))
  }
}

function conflict(path: string) {
  const message = 'The file was changed meanwhile. Nothing was written. Reload it to see what it is now.'
  return { is: 'conflict', path, message } as const
}

function failed(path: string, message: string) {
  return { is: 'failed', path, message } as const
}
