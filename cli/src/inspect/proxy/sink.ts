/** Where entries go: a recording, those who watch, a log of rows. */

import type { Entry } from '@parley/acp/inspect'

/** Takes entries in order. */
export interface EntrySink {
  /** May ask to wait; `text` is the message as it was on the wire. */
  append(entry: Entry, text?: string): Promise<unknown> | undefined
  /** The wire is over: everything is where it belongs when this resolves. */
  close(): Promise<void>
}
