/** How a journal of files is asked for, and what it offers beyond every journal. */

import type { Journal } from '../../store/index.js'
import { type FileSystem, nodeFileSystem } from './file-system.js'

/** Where a journal of files stands, and what it promises. */
export interface DiskJournalOptions {
  /** The folder; by default `parley/sessions` in the user's state folder (`$XDG_STATE_HOME`, `~/.local/state`). */
  readonly directory?: string | undefined
  /**
   * An entry is kept only when it survives a loss of power: for clients on other machines. Without it, it survives the
   * end of the process.
   */
  readonly isSynced?: boolean | undefined
  /** Milliseconds after which a session that nobody wrote has expired. */
  readonly maxAge?: number | undefined
  /** Bytes that must be free on the disk for a new prompt or session; 64 MiB unless told. */
  readonly reserveBytes?: number | undefined
  /** How many session files may be open at once. */
  readonly openFiles?: number | undefined
  /** How large a file of the commit log grows before it is folded into the files of the sessions. */
  readonly segmentBytes?: number | undefined
  /** How long, under load, an entry waits for others to be made to last together with it; 5 unless told. */
  readonly gatherMilliseconds?: number | undefined
  /** Another disk than this machine's: for tests that record, fail or cut short what is done to it. */
  readonly files?: FileSystem | undefined
}

/** A journal of files. */
export interface DiskJournal extends Journal, AsyncDisposable {
  /** Where it stands. */
  readonly directory: string
  /** Gives back every session and puts everything in its place. */
  close(): Promise<void>
}

const MEBIBYTE = 1024 * 1024
const RESERVE_BYTES = 64 * MEBIBYTE
const SEGMENT_BYTES = 16 * MEBIBYTE
const OPEN_FILES = 128
const GATHER_MILLISECONDS = 5

/** The options with nothing left open. */
export interface DiskJournalSettings {
  readonly directory: string
  readonly isSynced: boolean
  readonly maxAge: number
  readonly reserveBytes: number
  readonly openFiles: number
  readonly segmentBytes: number
  readonly gatherMilliseconds: number
  readonly files: FileSystem
}

/** The options as they are when nothing else was said. */
export function toSettings(directory: string, options: DiskJournalOptions): DiskJournalSettings {
  return {
    directory,
    isSynced: options.isSynced ?? false,
    maxAge: options.maxAge ?? Number.POSITIVE_INFINITY,
    reserveBytes: options.reserveBytes ?? RESERVE_BYTES,
    openFiles: options.openFiles ?? OPEN_FILES,
    segmentBytes: options.segmentBytes ?? SEGMENT_BYTES,
    gatherMilliseconds: options.gatherMilliseconds ?? GATHER_MILLISECONDS,
    files: options.files ?? nodeFileSystem(),
  }
}
