/** Where a command runs: a directory inside the roots of its session, judged by what was opened, and held until it starts. */

import type { Place } from '../../guard/index.js'
import { rpcError } from '../../protocol/index.js'
import type { Pin } from '../files/ground.js'
import type { SessionPlace, SessionRoots } from '../files/offer.js'
import { demandPath } from '../files/path-name.js'
import { errnoOf, toRefusal } from '../files/refusal.js'
import { groundOf, placeIn, type Root } from '../files/root.js'
import { demandRoots, notLent } from '../files/session-roots.js'

/** A directory that is held open. */
export interface Directory {
  readonly place: Place
  /** What to start a command with. It leads to the directory that was judged, whatever its name leads to by then. */
  readonly cwd: string
  close(): Promise<void>
}

/** Opens the directory, or the first root where none is named. */
export async function openDirectory(
  path: string | null | undefined,
  session: SessionPlace,
  directories: SessionRoots,
): Promise<Directory> {
  const wanted = path == null ? await firstRoot(session, directories) : demandPath(path)
  const roots = await demandRoots(directories, session, wanted)
  const pin = await groundOf()
    .pin(wanted, 'folder')
    .catch(error => refuse(error, wanted))
  try {
    const place = await placeOf(pin, roots, wanted)
    return { place, cwd: pin.entry('.'), close: () => pin.close() }
  } catch (error) {
    await pin.close()
    throw error
  }
}

/** By its real path: what its name leads to by now is not asked. */
async function firstRoot(session: SessionPlace, directories: SessionRoots): Promise<string> {
  const [first] = await directories.of(session)
  if (first === undefined)
    throw rpcError('resource_access_denied', 'This session has no directory to run commands in')
  if (first.status === 'rejected') throw notLent(session.roots[0] ?? '', first.reason)
  return first.value.path
}

async function placeOf(pin: Pin, roots: readonly Root[], path: string): Promise<Place> {
  const real = await pin.place()
  // What was deleted has a place no more, only a name that somebody else may take.
  if (real === undefined) throw rpcError('resource_not_found', 'The working directory was deleted', { path })
  const place = await placeIn(real, roots)
  if (place.root !== undefined) return place
  const why = 'The working directory is outside the directories of this session'
  throw rpcError('resource_access_denied', why, { path })
}

function refuse(error: unknown, path: string): never {
  const code = errnoOf(error)
  if (code === 'ENOENT') throw rpcError('resource_not_found', 'No such working directory', { path })
  if (code === 'ENOTDIR')
    throw rpcError('invalid_params', 'The working directory is not a directory', { path })
  throw toRefusal(error, path)
}
