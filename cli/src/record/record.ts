/** What this side keeps of a conversation with any agent, so that it can be listed, searched and shown without it. */

import type { SessionUpdate } from '@parley/acp/client'
import type { EntryContract } from '@parley/acp/store'

/** Whose conversation it is. */
export interface RecordedSession {
  /** The id of the agent, as people type it. */
  readonly agent: string
  /** The agent's id of the conversation. */
  readonly sessionId: string
  readonly cwd: string
  /** A name that the user gave it, to take it up by. */
  readonly label?: string | undefined
  /** How its updates are spelled; `v1` unless said otherwise. */
  readonly contract?: EntryContract | undefined
}

/** In which record a conversation is written down: some agents give an id that they gave before. */
export interface RecordPlace {
  /** It has just begun: whatever is kept under its id is another one. */
  readonly isNew?: boolean | undefined
  /** The id of the record that it goes on in. */
  readonly record?: string | undefined
}

/** Writes one conversation down as it happens. A record that cannot be written is told once and stops nobody. */
export interface Recorder extends AsyncDisposable {
  prompt(blocks: readonly unknown[]): void
  /** Nothing when there is room for more; else a promise that waits for it. It never rejects. */
  update(update: SessionUpdate): Promise<void> | undefined
  end(stopReason: string): void
  close(): Promise<void>
}

/** A recorder that has a record of its own. */
export interface OpenRecorder extends Recorder {
  /** The id of the record. */
  readonly id: string
}
