/** What it means that an entry is kept: in its file, or safe from a loss of power as well. */

import type { Tail } from './tail.js'

export interface Keeper {
  /** Takes the next line of a session; the promise is shared by everything kept together. */
  keep(tail: Tail, line: string): Promise<void>
  /** Those who wait have nothing to add: what is gathered need not wait for more. */
  hasten?(): void
  /** Everything accepted of this session is in its file, where it can be read. */
  show(tail: Tail): Promise<void>
  /** Everything accepted of this session is in its file, as safely as this keeper promises. */
  settle(tail: Tail): Promise<void>
  /** Everything accepted is in its place; nothing more comes. */
  close(): Promise<void>
}
