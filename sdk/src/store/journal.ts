/** What it takes to keep conversations: entries in order, one writer per session. Knows no file and no database. */

import type { v1, v1Unstable, v2Unstable } from '../schema/index.js'

/** The contract whose spelling an entry uses. */
export type EntryContract = 'v1' | 'v1-unstable' | 'v2' | 'v2-unstable'

/** The value of a config option, by the option's id; the mode is the option `mode`. */
export type OptionValues = Readonly<Record<string, string | boolean>>

/** What whoever keeps a session wants to know of it beside: plain facts by name, such as whose it is. */
export type SessionFacts = Readonly<Record<string, string | number | boolean>>

/** Why a turn ended, in whichever version. */
export type KeptStopReason = v1.StopReason | 'error'

/** One thing that happened in a session. Notices are not among them: they are for the moment only. */
export type Entry =
  /** What the user said, before any of the turn's updates. */
  | {
      readonly kind: 'prompt'
      readonly contract: EntryContract
      readonly messageId: string
      readonly content: readonly unknown[]
    }
  /** What the client was told. */
  | {
      readonly kind: 'update'
      readonly contract: EntryContract
      readonly update: v1Unstable.SessionUpdate | v2Unstable.SessionUpdate
    }
  /** The turn is over. */
  | { readonly kind: 'end'; readonly stopReason: KeptStopReason }
  /** The values of all options and of the mode, from here on. */
  | { readonly kind: 'options'; readonly values: OptionValues }
  /** What a list of sessions shows; what is left out stays as it was, each of the facts by itself. */
  | {
      readonly kind: 'info'
      readonly title?: string | null
      readonly isArchived?: boolean
      readonly facts?: SessionFacts
    }
  /**
   * What somebody who stands between client and agent must keep, in words of their own: no part of what an agent tells.
   * One that opens a turn is thrown back at once when there is no room for a new prompt.
   */
  | { readonly kind: 'event'; readonly event: object; readonly opensTurn?: boolean }

/** An entry as it was kept: its place, from 1, and the time in milliseconds since 1970. */
export type KeptEntry = Entry & { readonly seq: number; readonly at: number }

/** What is said of a session when it is made. */
export interface SessionHeader {
  readonly id: string
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
  readonly title?: string | undefined
  readonly facts?: SessionFacts | undefined
}

/** A session as a list shows it. */
export interface SessionRecord extends SessionHeader {
  readonly createdAt: number
  readonly updatedAt: number
  readonly isArchived: boolean
}

/** Which sessions to list: those written last come first, a page at a time. */
export interface ListQuery {
  /** Only sessions that work in exactly this directory. */
  readonly cwd?: string | undefined
  /** Archived ones or, unless said so, the others. */
  readonly isArchived?: boolean | undefined
  /** Where the page before ended, as that page said it. */
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** One page of a list. */
export interface SessionPage {
  readonly sessions: readonly SessionRecord[]
  /** Where to go on; absent on the last page. */
  readonly nextCursor?: string | undefined
}

/** The right to write one session, held by one process at a time. */
export interface SessionLog extends AsyncDisposable {
  readonly id: string
  /**
   * Keeps an entry, behind all earlier ones. A promise, shared by everything kept together, asks to wait before it is
   * shown to anybody; without one it may be shown at once. It rejects when the entry could not be kept. A value that
   * is no JSON is thrown back at once and harms nothing else. `at` is for entries that happened at another time;
   * `written` is the JSON text of the entry's update or event, from an author who has it already, and may be ignored.
   */
  append(entry: Entry, at?: number, written?: string): Promise<void> | undefined
  /** Whoever appends now waits for what was appended: a log that gathers entries need not wait for more of them. */
  hasten?(): void
  /** Everything accepted has been kept; the session may be written by somebody else. */
  release(): Promise<void>
}

/** Where conversations outlive the process. */
export interface Journal {
  /** Begins a session and takes the right to write it. */
  create(header: SessionHeader): Promise<SessionLog>
  /** Takes the right to write a session that is there. */
  acquire(sessionId: string): Promise<SessionLog>
  /** The entries of a session in order, from `seq` on; also while it is being written. */
  read(sessionId: string, from?: number): AsyncIterable<KeptEntry>
  /** What is known of one session; rejects like `read` when there is none. */
  find(sessionId: string): Promise<SessionRecord>
  list(query?: ListQuery): Promise<SessionPage>
  /** Forgets a session that nobody writes; one that is not there has been forgotten already. */
  delete(sessionId: string): Promise<void>
}

/** Why a journal cannot do what it was asked. */
export type JournalErrorReason =
  | 'session_not_found'
  | 'session_expired'
  | 'session_corrupted'
  /** Another process, or another part of this one, is writing it; or it was given back; or its id is taken. */
  | 'session_locked'
  | 'invalid_cursor'
  /** The disk is full: new prompts are refused before turns under way are harmed. */
  | 'store_full'
  /** Something could not be made to last; nothing more is accepted. */
  | 'store_failed'

/** What a journal throws, with a word for what happened. */
export class JournalError extends Error {
  override readonly name = 'JournalError'
  readonly reason: JournalErrorReason

  constructor(reason: JournalErrorReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
