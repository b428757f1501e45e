/**
 * One writer per session, also when its owner died. A lock is a second name of its owner's file, so it is made whole
 * or not at all. Whoever replaces a dead owner's lock first holds a claim on exactly that lock: two cannot both do it.
 */

import { absent, codeOf, type FileSystem } from './file-system.js'
import { isAlive, type Owner, type Presence, readOwner } from './owner.js'

const MOST_TRIES = 100

/** Takes a lock, also that of a dead owner; false when somebody holds it. */
export function takeLock(files: FileSystem, presence: Presence, path: string): boolean {
  presence.announce()
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (tryLink(files, presence.path, path)) return true
    const holder = readOwner(files, path)
    if (holder === undefined) continue
    if (isAlive(files, path, holder)) return false
    const claim = `${path}~${holder.token}`
    // A claim is a lock like any other, and that of a dead claimant is taken over in the same way.
    if (!takeLock(files, presence, claim)) return false
    try {
      if (replaceLock(files, presence, { path, holder })) return true
    } finally {
      files.remove(claim)
    }
  }
  return false
}

/** Gives a lock back; it must be ours. */
export function dropLock(files: FileSystem, path: string): void {
  absent(() => files.remove(path))
}

/** The dead owner of a lock, if it has one. */
export function deadHolder(files: FileSystem, path: string): Owner | undefined {
  const holder = readOwner(files, path)
  return holder === undefined || isAlive(files, path, holder) ? undefined : holder
}

/** Under the claim: while we hold it nobody else can replace this lock, and its owner is dead and cannot drop it. */
function replaceLock(
  files: FileSystem,
  presence: Presence,
  { path, holder }: { readonly path: string; readonly holder: Owner },
): boolean {
  if (readOwner(files, path)?.token !== holder.token) return false
  files.remove(path)
  return tryLink(files, presence.path, path)
}

function tryLink(files: FileSystem, from: string, to: string): boolean {
  try {
    files.link(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}
