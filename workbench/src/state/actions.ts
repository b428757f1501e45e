/** What can be done in the workbench. Panes call these; `link/` carries them out, and the state tells what came of it. */

import type { FormAnswer } from './question.js'
import type { Submission, TalkKey } from './talk.js'

/** A place for a new conversation. */
export interface NewTalk {
  readonly agent: string
  readonly cwd: string
}

/** One thing in a folder. */
export interface FolderEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly size?: number | undefined
  /** Git, or a rule of the project, says that it is not to be looked at. */
  readonly isIgnored?: boolean | undefined
}

export interface FileContent {
  readonly path: string
  /** Absent where it is not text. */
  readonly text?: string | undefined
  readonly size: number
  /** Only its beginning is here. */
  readonly isCut: boolean
  /** By which a later write knows that nobody has changed it meanwhile. */
  readonly digest: string
}

/** A write that is refused where the file is no longer what it was: `digest` null means that there was none. */
export interface FileWrite {
  readonly path: string
  /** Null takes the file away. */
  readonly text: string | null
  readonly digest: string | null
}

/** A no, and what is to be said to the agent about it. */
export interface Rejection {
  /** Absent: the question is dismissed. */
  readonly optionId?: string | undefined
  readonly reason: string
}

/** An answer that holds for longer than once. */
export interface LastingAnswer {
  readonly id: string
  /** What it does, in one line. */
  readonly text: string
  readonly scope: 'session' | 'workspace' | 'always'
  readonly isAllowed: boolean
  /** Milliseconds since 1970; absent where it holds until it is taken back. */
  readonly until?: number | undefined
}

export interface Actions {
  // Conversations. All of these resolve when it is done, and never reject: what failed is in the state, or in a notice.
  newTalk(place: NewTalk): Promise<TalkKey | undefined>
  openTalk(key: TalkKey): Promise<void>
  /** Shows it; opens it where it is not open. */
  selectTalk(key: TalkKey | undefined): void
  /** Puts it out of sight here; the session stays. */
  leaveTalk(key: TalkKey): Promise<void>
  renameTalk(key: TalkKey, title: string): Promise<void>
  archiveTalk(key: TalkKey, isArchived: boolean): Promise<void>
  deleteTalk(key: TalkKey): Promise<void>
  forkTalk(key: TalkKey): Promise<TalkKey | undefined>
  retry(key: TalkKey): Promise<void>
  refreshSessions(): Promise<void>

  // Turns.
  prompt(key: TalkKey, submission: Submission): void
  cancel(key: TalkKey): Promise<void>
  editQueued(key: TalkKey, id: string, submission: Submission): void
  moveQueued(key: TalkKey, id: string, place: number): void
  removeQueued(key: TalkKey, id: string): void
  /** Calls off the turn that runs, and sends this one at once. */
  sendNow(key: TalkKey, id: string): Promise<void>
  releaseQueue(key: TalkKey): void
  setMode(key: TalkKey, modeId: string): Promise<void>
  setOption(key: TalkKey, id: string, value: string | boolean): Promise<void>

  // Questions. Without an option it is dismissed.
  answerPermission(key: TalkKey, questionId: string, optionId: string | undefined): void
  /**
   * Says no, by this option, and why: the reason is the next prompt, before what waits already. Where the question was settled
   * meanwhile it waits for leave to go.
   */
  rejectWithReason(key: TalkKey, questionId: string, rejection: Rejection): void
  answerForm(key: TalkKey, questionId: string, answer: FormAnswer): void
  signIn(agent: string, methodId: string): Promise<void>
  signOut(agent: string): Promise<void>

  // Answers that last. These reject with an error that can be shown.
  listAnswers(key: TalkKey): Promise<readonly LastingAnswer[]>
  /** From then on it is asked again. */
  revokeAnswer(key: TalkKey, id: string): Promise<void>

  // The folder of a session. These reject with an error that can be shown.
  listFolder(
    key: TalkKey,
    path: string,
  ): Promise<{ readonly entries: readonly FolderEntry[]; readonly isCut: boolean }>
  readFile(key: TalkKey, path: string): Promise<FileContent>
  findFiles(key: TalkKey, query: string): Promise<readonly string[]>
  writeFile(key: TalkKey, write: FileWrite): Promise<{ readonly digest: string | null }>
  killTerminal(key: TalkKey, terminalId: string): Promise<void>

  // The wire.
  /**
   * Sends a message of JSON-RPC as it is: a request or notification of one's own, or an answer to what the agent asked, which
   * then nobody else answers. What comes back is on the wire. Rejects where it cannot be sent.
   */
  sendRaw(agent: string, message: Readonly<Record<string, unknown>>): Promise<void>

  /** Ends the visit: the cookie is given back. */
  leave(): Promise<void>
}
