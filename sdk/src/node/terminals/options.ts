/** What a host of terminals can be told, what it says while they run, and how much they may cost. */

import type { HostContext } from '../../client/index.js'
import type { v1 } from '../../schema/index.js'
import type { Environment } from '../environment.js'
import type { SessionRoots } from '../files/offer.js'
import type { RootOptions } from '../files/root.js'
import type { Notice } from '../permissions/notice.js'
import type { Warden } from '../permissions/warden.js'

/**
 * How much terminals may cost; what is over it is refused as `rate_limited`, or ended. A limit to the processes that one
 * command starts is not available here: only the system can set one, on the whole host.
 */
export interface TerminalLimits {
  /** Commands that run at once for one session. */
  readonly perSession: number
  /** Commands that run at once for all sessions. */
  readonly perClient: number
  /** Terminals of one session that were not released, ended ones included. */
  readonly keptPerSession: number
  /** Bytes of output that are kept for one session: of the oldest ended terminals only the end is kept beyond that. */
  readonly keptBytesPerSession: number
  /** Milliseconds that a command may run. */
  readonly wallMilliseconds: number
  /** Milliseconds between asking a command to end and killing it. */
  readonly patience: number
}

/** Something a command printed just now, in whole characters; not cleaned, so do not show it as it is. */
export interface TerminalPiece {
  readonly sessionId: string
  readonly terminalId: string
  readonly text: string
  /** How many bytes before this piece were left out, because the listener was slower than the command. */
  readonly missedBytes: number
}

/** How a command ended. */
export interface TerminalEnd {
  readonly sessionId: string
  readonly terminalId: string
  readonly exitCode: number | null
  readonly signal: string | null
}

/** The size of a screen, in characters. */
export interface ScreenSize {
  readonly cols: number
  readonly rows: number
}

/** What terminals need, and what may be changed about them. */
export interface HostTerminalsOptions extends Pick<RootOptions, 'allowBroadRoots'> {
  /** Asked before every command. */
  readonly warden: Warden
  /** Variables beyond the allow-list that every command gets to see. */
  readonly env?: Environment | undefined
  /** Commands write to a screen, so that they show colours and progress. Needs the package `@lydell/node-pty`. */
  readonly pty?: boolean | ScreenSize | undefined
  readonly limits?: Partial<TerminalLimits> | undefined
  /** The directories of sessions, where files share them; its own unless given. */
  readonly directories?: SessionRoots | undefined
  /** Learns of output as it comes. While it is at work, what comes is gathered, up to a bound: it never slows the command. */
  readonly onOutput?: ((piece: TerminalPiece) => void | Promise<void>) | undefined
  /** Learns of the end of a command, after everything it printed. */
  readonly onEnd?: ((end: TerminalEnd) => void) | undefined
  /** Learns once of something that is not as it was asked for, such as pipes instead of a screen. */
  readonly onNotice?: ((notice: Notice) => void) | undefined
}

type Answers<M extends keyof v1.ClientRequests> = (
  request: v1.ClientRequests[M]['params'],
  context: HostContext,
) => Promise<v1.ClientRequests[M]['result']>

/** Terminals for a host to lend, as `Host['terminals']` wants them, and the ways to end them. */
export interface HostTerminals {
  readonly create: Answers<'terminal/create'>
  readonly output: Answers<'terminal/output'>
  readonly waitForExit: Answers<'terminal/wait_for_exit'>
  readonly kill: Answers<'terminal/kill'>
  readonly release: Answers<'terminal/release'>
  /** Ends and forgets everything of one session: it was closed, or its turn was cancelled. */
  releaseSession(sessionId: string): Promise<void>
  /** Ends everything; nothing more is started. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** What holds unless something else is said. */
export const usualLimits: TerminalLimits = {
  perSession: 8,
  perClient: 32,
  keptPerSession: 64,
  keptBytesPerSession: 64 * 1024 * 1024,
  wallMilliseconds: 30 * 60 * 1000,
  patience: 2_000,
}
