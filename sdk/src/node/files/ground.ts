/** The words for holding on to a file or a directory while somebody decides about it, whatever the system offers. */

import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { Boundary } from './boundary.js'

/** Something that was found at a path and is held on to, also when the path leads elsewhere by now. */
export interface Pin {
  /** Where it really is now, links resolved; undefined when it is nowhere any more or cannot be told. */
  place(): Promise<string | undefined>
  status(): Promise<BigIntStats>
  /** A name for the entry of this directory, for the calls of the file system. */
  entry(name: string): string
  /** Opens this very thing to read it. */
  open(): Promise<FileHandle>
  close(): Promise<void>
}

/** Anything; a directory; or a directory that is not reached by a link at its last name. */
export type Wanted = 'any' | 'folder' | 'own-folder'

/** A way to hold on to things. */
export interface Ground {
  readonly strength: Boundary
  pin(path: string, wanted: Wanted): Promise<Pin>
}
