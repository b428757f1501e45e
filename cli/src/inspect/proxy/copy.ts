/** What the thread that carries tells the thread that reads, and what it hears back. Every piece has the time it arrived. */

import type { EventEntry, Header, Heading } from '@parley/acp/inspect'
import type { SealKeys } from '../../recordings/raw/seal.js'

/** Where bytes were on their way to; `stderr` is what the agent says beside the wire. */
export type Stream = Heading | 'stderr'

/** Bytes that passed, or something that happened. */
export type Piece =
  | { readonly at: number; readonly stream: Stream; readonly bytes: Uint8Array }
  | { readonly at: number; readonly event: EventEntry['event']; readonly detail: string }

/** To the thread that reads: pieces in order, the end, or that there is no time left for what is still to be read. */
export type ToReader =
  | { readonly pieces: readonly Piece[] }
  | { readonly end: true }
  | { readonly isLate: true }

/** From the thread that reads. */
export type FromReader =
  /** So many bytes were dealt with. */
  | { readonly taken: number }
  | { readonly ended: true }
  /** Everything that entries are handed to is there. */
  | { readonly opened: true }
  /** Somebody who watches lets a message go that was held. */
  | { readonly release: string }
  /** Something that people should read. */
  | { readonly remark: string }
  /** Lines for stderr, as they are. */
  | { readonly line: string }

/** What the thread that reads begins with. */
export interface ReaderSettings {
  readonly header: Header
  readonly cwd: string
  readonly pid: number
  readonly env: Readonly<Record<string, string | undefined>>
  /** The file of the recording, where there is to be one; `true` for a new one in the folder of recordings. */
  readonly record?: string | true | undefined
  /** With `record`: texts of files, pictures, sound and terminal output are left out. */
  readonly dropsContents?: boolean | undefined
  /** With `record`: nothing is left out, and the file is encrypted. */
  readonly seal?: SealKeys | undefined
  /** What must not be written down, wherever it stands. */
  readonly secrets?: readonly string[] | undefined
  /** Where rows are written as lines: a file, or `-` for stderr. */
  readonly log?: string | undefined
  readonly filter?: string | undefined
  /** Nobody may come to watch. */
  readonly isAlone?: boolean | undefined
}
