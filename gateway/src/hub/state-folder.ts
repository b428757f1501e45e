/**
 * One gateway for each state folder. Who has it is known by a lock of the journal's kind: a process by its number, its start and
 * the boot of its machine, so that the lock of one that was killed is taken over, and that of one that lives never is.
 */

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { diskJournal } from '@parley/acp/node'
import { type Journal, JournalError, type SessionLog } from '@parley/acp/store'

const CURES = {
  state_folder_taken: 'end that one, or name another folder in the config of this one (stateFolder)',
  state_folder_blocked:
    'move it away, for no gateway has put it there, or name another folder in the config (stateFolder)',
} as const

/** The state folder belongs to another gateway that runs, or something is in the way of its lock. */
export class StateFolderError extends Error {
  override readonly name = 'StateFolderError'
  readonly reason: keyof typeof CURES
  readonly cure: string

  constructor(reason: keyof typeof CURES, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
    this.cure = CURES[reason]
  }
}

const LOCK = 'gateway'
const FOLDERS = ['.', '.gateway', '.gateway/.locks', '.gateway/.owners', '.gateway/.commits']
const FILES = [`.gateway/.locks/${LOCK}`, `.gateway/${LOCK}.ndjson`]

/** Says how it is given back. Rejects with a `StateFolderError` where another gateway has it, or where it cannot be locked. */
export async function takeStateFolder(folder: string): Promise<() => Promise<void>> {
  // A full disk is no reason not to start: sessions can still be read.
  const journal = diskJournal({ directory: join(folder, '.gateway'), reserveBytes: 0 })
  try {
    const lock = await take(journal)
    await lock.append({ kind: 'info', facts: { pid: process.pid } })
    return async () => {
      await lock.release()
      // Somebody may have come already: then it is theirs.
      await journal.delete(LOCK).catch(() => {})
      await journal.close()
    }
  } catch (error) {
    const pid = await journal.find(LOCK).then(
      ({ facts }) => facts?.pid,
      () => undefined,
    )
    await journal.close()
    const obstacle = await toObstacle(folder, error)
    if (obstacle !== undefined || !isTaken(error)) throw obstacle ?? error
    const who = pid === undefined ? 'Another gateway' : `Another gateway (process ${pid})`
    throw new StateFolderError('state_folder_taken', `${who} runs on the state folder ${folder}.`, {
      cause: error,
    })
  }
}

async function take(journal: Journal): Promise<SessionLog> {
  try {
    return await journal.acquire(LOCK)
  } catch (error) {
    if (!(error instanceof JournalError && error.reason === 'session_not_found')) throw error
    return await journal.create({ id: LOCK, cwd: '/' })
  }
}

/** What stands where something of another kind belongs, if that is why. */
async function toObstacle(folder: string, cause: unknown): Promise<StateFolderError | undefined> {
  const blocked = (path: string, kinds: string): StateFolderError =>
    new StateFolderError('state_folder_blocked', `The state folder cannot be locked: ${path} is ${kinds}.`, {
      cause,
    })
  const isFolder = async (path: string): Promise<boolean | undefined> =>
    await stat(path).then(
      found => found.isDirectory(),
      () => undefined,
    )
  for (const path of FOLDERS.map(name => join(folder, name)))
    if ((await isFolder(path)) === false) return blocked(path, 'a file, and should be a folder')
  for (const path of FILES.map(name => join(folder, name)))
    if (await isFolder(path)) return blocked(path, 'a folder, and should be a file')
  return undefined
}

function isTaken(error: unknown): boolean {
  return error instanceof JournalError && error.reason === 'session_locked'
}
