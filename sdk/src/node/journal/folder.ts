/** Where everything of a disk journal stands, and that nobody else may write there. */

import { JournalError } from '../../store/index.js'
import type { FileSystem } from './file-system.js'

// What base64url writes may begin with a dash; a leading dot would hide the file or leave the folder.
const SESSION_ID = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/
const ENDING = '.ndjson'
const WRITABLE_BY_OTHERS = 0o022

/** The folders and files of one journal. */
export class Folder {
  readonly path: string
  readonly locks: string
  readonly owners: string
  readonly commits: string
  readonly index: string

  constructor(path: string) {
    this.path = path
    this.locks = `${path}/.locks`
    this.owners = `${path}/.owners`
    this.commits = `${path}/.commits`
    this.index = `${path}/.index${ENDING}`
  }

  /** The file of a session; refuses an id that could lead anywhere else. */
  session(id: string): string {
    if (!isSessionId(id)) throw notFound(id)
    return `${this.path}/${id}${ENDING}`
  }

  lock(id: string): string {
    return `${this.locks}/${id}`
  }

  owner(token: string): string {
    return `${this.owners}/${token}`
  }

  commit(token: string, number: number): string {
    return `${this.commits}/${token}-${number}${ENDING}`
  }

  /** Makes what is missing, and refuses a folder in which others could put files of their own. */
  prepare(files: FileSystem): void {
    for (const path of [this.path, this.locks, this.owners, this.commits]) {
      files.makeFolder(path)
      demandPrivate(files, path)
    }
  }
}

/** Whether a text may be the id of a session: it becomes the name of a file. */
export function isSessionId(id: string): boolean {
  return SESSION_ID.test(id)
}

/** The id whose session a file name belongs to, if any. */
export function idOf(name: string): string | undefined {
  if (!name.endsWith(ENDING)) return undefined
  const id = name.slice(0, -ENDING.length)
  return isSessionId(id) ? id : undefined
}

/** The error of a session that is not there. */
export function notFound(id: string): JournalError {
  // An id that is not ours is not repeated: it may be anything.
  return new JournalError(
    'session_not_found',
    isSessionId(id) ? `There is no session ${id}` : 'There is no such session',
  )
}

/** Refuses a folder in which others could put files of their own. */
export function demandPrivate(files: FileSystem, path: string): void {
  const user = process.getuid?.()
  const status = files.status(path)
  if (user === undefined || status === undefined) return
  if (status.owner !== user) throw new JournalError('store_failed', `${path} belongs to another user`)
  if ((status.mode & WRITABLE_BY_OTHERS) !== 0)
    throw new JournalError('store_failed', `${path} can be written by others: chmod 700 it`)
}
