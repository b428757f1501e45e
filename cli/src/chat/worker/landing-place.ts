/** Which chats run, and where each can be reached. Knows what their notes say; knows nothing of what is said there. */

import { runningFolders, type Surroundings } from '../../running/folder.js'
import { listNotes, type NoteKind } from '../../running/notes.js'
import type { RunningChat, RunningState } from '../event.js'

const STATES = ['waiting', 'working', 'idle'] as const satisfies readonly RunningState[]

const CHAT: NoteKind<RunningChat> = {
  id: /^[0-9a-z]{8}$/,
  mostBytes: 16 * 1024,
  read(id, { cwd, title, since, pid, state, hasTerminal }) {
    if (typeof cwd !== 'string' || typeof title !== 'string' || typeof since !== 'number') return undefined
    const process = typeof pid === 'number' && pid > 1 ? Math.floor(pid) : undefined
    const isHeld = typeof hasTerminal === 'boolean' ? hasTerminal : undefined
    const known = STATES.find(each => each === state)
    return { id, cwd, title, since, pid: process, state: known, hasTerminal: isHeld }
  },
}

/** A chat that runs, and the folder that it is found in. */
export interface LandedChat extends RunningChat {
  readonly folder: string
}

/**
 * The chats that run for this user, the latest last. What is left of dead ones is cleared away. Rejects where there is
 * none and not everywhere could be looked.
 */
export async function listRunning(surroundings: Surroundings): Promise<readonly LandedChat[]> {
  const looks = await Promise.allSettled(
    runningFolders(surroundings).map(async folder =>
      (await listNotes(folder, CHAT)).map(chat => ({ ...chat, folder })),
    ),
  )
  const found = looks.flatMap(look => (look.status === 'fulfilled' ? look.value : []))
  const trouble = looks.find(look => look.status === 'rejected')
  if (found.length === 0 && trouble !== undefined) throw trouble.reason
  return found.sort((one, other) => one.since - other.since)
}
