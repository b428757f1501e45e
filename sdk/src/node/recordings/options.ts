/** What a recording on disk is asked for, and what it offers. */

import type { Entry, Header, RecordingFlaw } from '../../inspect/index.js'

/** How much is kept, and how long. */
export interface RecordingLimits {
  /** Recordings of a folder that are older are removed; 7 days. */
  readonly milliseconds: number
  /** The oldest of a folder are removed until no more than this is left, and none becomes larger; 500 MB. */
  readonly bytes: number
  /** What may wait for the disk before entries are left out, and counted; 64 MiB. */
  readonly waitingBytes: number
  /** How long an unfinished line is waited for that may hold half of a secret; 2 s. */
  readonly patience: number
  /** How long what is sealed may be lost with the process; 5 s. */
  readonly settling: number
}

/** Encrypts a recording while it is written. */
export interface RecordingSeal {
  /** Begins a file: `write` takes the bytes that stand in it, in order. */
  begin(write: (bytes: Uint8Array) => Promise<void>): Promise<SealedText>
}

/** A text that is encrypted as it comes. */
export interface SealedText {
  /** Takes whole lines. */
  write(lines: string): Promise<void>
  /** What was taken so far can be opened from here on, whatever happens to this process; may add an empty line. */
  settle(): Promise<void>
  /** There is no more. */
  end(): Promise<void>
}

/** What to record, and where. */
export interface RecordingWriterOptions {
  readonly header: Header
  /** A file to write to. A recording is replaced, and nothing else is; without it a new one in the folder. */
  readonly path?: string | undefined
  /** A folder of recordings; without it one in the user's state folder. */
  readonly folder?: string | undefined
  /** Secrets to take out wherever they are, beside those that give themselves away. */
  readonly known?: readonly string[] | undefined
  /** Drops texts of files, pictures, sound and terminal output as well. */
  readonly dropsContents?: boolean | undefined
  /** Encrypts the file. Then, and only then, nothing is taken out of it, and its name ends in `.ndjson.age`. */
  readonly seal?: RecordingSeal | undefined
  readonly limits?: Partial<RecordingLimits> | undefined
  /** Told once, when nothing more can be written. */
  readonly onFailure?: ((reason: string) => void) | undefined
}

/** A recording that is being written. */
export interface RecordingWriter {
  readonly path: string
  /** Takes an entry; a promise asks whoever can to wait until the disk has caught up. */
  append(entry: Entry): Promise<void> | undefined
  /** Everything is written. May be called twice. */
  close(): Promise<void>
}

/** A recording that is being read. */
export interface RecordingStream {
  readonly header: Header
  /** What was wrong with the lines read so far. */
  readonly flaws: readonly RecordingFlaw[]
  /** The entries, many at a time; may be asked for once. */
  readonly batches: AsyncIterable<readonly Entry[]>
}

/** A recording in a folder of them. */
export interface ShelvedRecording {
  readonly path: string
  /** The name of the file without its end. */
  readonly name: string
  readonly bytes: number
  /** When it was last written to, in milliseconds since 1970. */
  readonly changedAt: number
  /** Somebody is still writing it. */
  readonly isLive: boolean
  /** It is encrypted, and holds what others leave out. */
  readonly isSealed: boolean
}
