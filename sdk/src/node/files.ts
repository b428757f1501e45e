/** The way to files that are lent. Its parts are loaded when they are first used: an agent imports this room too. */

import type { HostFiles, HostFilesOptions, SessionRoots } from './files/offer.js'
import type { RootOptions } from './files/root.js'

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
