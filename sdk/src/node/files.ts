/** The way to files that are lent. Its parts are loaded when they are first used: an agent imports this room too. */

import type { FileLook, FolderLook, LookOptions } from './files/looking.js'
import type { HostFiles, HostFilesOptions, SessionRoots } from './files/offer.js'
import type { ReadRequest } from './files/reading.js'
import type { RemoveOptions } from './files/removal.js'
import type { Root, RootOptions } from './files/root.js'
import type { InsideOptions, Written } from './files/territory.js'
import type { WriteRequest } from './files/writing.js'

let loaded: Promise<typeof import('./files/index.js')> | undefined

function load(): Promise<typeof import('./files/index.js')> {
  loaded ??= import('./files/index.js')
  return loaded
}

/** Files to lend to agents: inside a session's directories, by the leave of the warden, and nowhere else. */
export function hostFiles(options: HostFilesOptions): HostFiles {
  let files: Promise<HostFiles> | undefined
  const lent = (): Promise<HostFiles> => {
    files ??= load().then(({ LentFiles }) => new LentFiles(options))
    return files
  }
  return {
    read: async (request, asker) => (await lent()).read(request, asker),
    write: async (request, asker) => (await lent()).write(request, asker),
    pin: async place => (await lent()).pin(place),
    forget: sessionId => void files?.then(lending => lending.forget(sessionId)),
  }
}

/** The directories of sessions, to be shared by the files and the terminals that are lent to them. */
export function sessionRoots(options: RootOptions = {}): SessionRoots {
  let roots: Promise<SessionRoots> | undefined
  const held = (): Promise<SessionRoots> => {
    roots ??= load().then(({ HeldSessionRoots }) => new HeldSessionRoots(options))
    return roots
  }
  return {
    pin: async place => (await held()).pin(place),
    of: async place => (await held()).of(place),
    forget: sessionId => void roots?.then(all => all.forget(sessionId)),
    close: () => void roots?.then(all => all.close()),
  }
}

/**
 * Holds on to a directory as it is now, until it is closed. To be called when a session starts: what is swapped in later
 * is refused.
 */
export async function pinRoot(path: string, options?: RootOptions): Promise<Root> {
  return (await load()).pinRoot(path, options)
}

/** The text of a file that really lies inside one of the roots. */
export async function readInside(
  request: ReadRequest,
  roots: readonly Root[],
  options?: InsideOptions,
): Promise<string> {
  return (await load()).readInside(request, roots, options)
}

/** Replaces the text of a file that really lies inside one of the roots, or creates it with the directories it needs. */
export async function writeInside(
  request: WriteRequest,
  roots: readonly Root[],
  options?: InsideOptions,
): Promise<Written> {
  return (await load()).writeInside(request, roots, options)
}

/** A file that really lies inside one of the roots, and the digest of its bytes. For people: no warden is asked. */
export async function lookAtFile(
  path: string,
  roots: readonly Root[],
  options?: LookOptions,
): Promise<FileLook> {
  return (await load()).lookAtFile(path, roots, options)
}

/** What a folder holds that really lies inside one of the roots, or is one. For people: no warden is asked. */
export async function lookIntoFolder(
  path: string,
  roots: readonly Root[],
  options?: LookOptions,
): Promise<FolderLook> {
  return (await load()).lookIntoFolder(path, roots, options)
}

/** Takes a file away that really lies inside one of the roots. */
export async function removeInside(
  path: string,
  roots: readonly Root[],
  options?: RemoveOptions,
): Promise<string> {
  return (await load()).removeInside(path, roots, options)
}
