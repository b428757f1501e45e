/**
 * One gateway for each state folder. Who has it is known by a lock of the journal's kind: a process by its number, its start and
 * the boot of its machine, so that the lock of one that was killed is taken over, and that of one that lives never is.
 */

import { join } from 'node:path'
import { diskJournal } from '@parley/acp/node'
import { type Journal, JournalError, type SessionLog } from '@parley/acp/store'

/** The state folder belongs to another gateway that runs. */
export class StateFolderError extends Error {
  override readonly name = 'StateFolderError'
  readonly reason = 'state_folder_taken'
  readonly cure = 'end that one, or name another folder in the config of this one (stateFolder)'
}

const LOCK = 'gateway'

/** Says how it is given back. Rejects with a `StateFolderError` where another gateway has it. */
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
    if (!isTaken(error)) throw error
    const who = pid === undefined ? 'Another gateway' : `Another gateway (process ${pid})`
    throw new StateFolderError(`${who} runs on the state folder ${folder}.`, { cause: error })
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

function isTaken(error: unknown): boolean {
  return error instanceof JournalError && error.reason === 'session_locked'
}
