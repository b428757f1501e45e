/** The words for lending files to an agent. Types alone: whoever only names them loads nothing. */

import type { Host } from '../../client/index.js'
import type { Asker, Warden } from '../permissions/warden.js'
import type { Root, RootOptions } from './root.js'
import type { Buffers, FileLimits, InsideOptions } from './territory.js'

type Lent = Required<NonNullable<Host['files']>>
type ReadTextFile = Parameters<NonNullable<Lent['read']>>[0]
type WriteTextFile = Parameters<NonNullable<Lent['write']>>[0]

/** A file that an agent wrote, after it was. */
export interface WriteEvent {
  readonly path: string
  readonly sessionId: string
  readonly isNew: boolean
}

/** A session and the directories it was set up with, as the client named them. */
export type SessionPlace = Pick<Asker, 'sessionId' | 'roots'>

/** The directories of sessions as they were when these began: one set for everything that is lent. */
export interface SessionRoots {
  /** Holds on to a session's directories as they are now; rejects when one of them is not lent. */
  pin(place: SessionPlace): Promise<void>
  /** What is held of each directory, or why it is not lent. Where nobody pinned them, this does. */
  of(place: SessionPlace): Promise<readonly PromiseSettledResult<Root>[]>
  /** Lets go of a session that has ended. */
  forget(sessionId: string): void
  /** Lets go of all. */
  close(): void
}

/** How files are lent. */
export interface HostFilesOptions extends RootOptions, Pick<InsideOptions, 'hardLinks' | 'isAskingOutside'> {
  /** Asked before every read and every write, with the real place of the file. */
  readonly warden: Warden
  readonly buffers?: Buffers | undefined
  /** Told of every write once the file is in its place. */
  readonly onWrite?: ((event: WriteEvent) => void) | undefined
  readonly limits?: FileLimits | undefined
  /** The directories of sessions, where terminals share them; its own unless given. */
  readonly directories?: SessionRoots | undefined
}

/** Files as `Host['files']` wants them. */
export interface HostFiles {
  read(request: ReadTextFile, asker: Asker): Promise<{ readonly content: string }>
  write(request: WriteTextFile, asker: Asker): Promise<Record<string, never>>
  /**
   * Holds on to a session's directories as they are now; rejects when one of them is not lent. Where it is not called
   * when the session starts, the first request does it.
   */
  pin(place: SessionPlace): Promise<void>
  /** Lets go of a session that has ended. */
  forget(sessionId: string): void
}
