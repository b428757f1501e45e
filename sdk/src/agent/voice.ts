/** How a turn speaks: one interface, written once per version of the protocol. Knows what is said, not how it is spelt. */

import type { Cancellation } from '../jsonrpc/index.js'
import type { ContractName, Peer, TraceContext } from '../protocol/index.js'
import type { v1 } from '../schema/index.js'
import type { ContentBlock } from './definition.js'
import type { Session } from './session.js'
import type { ToolCallTeller } from './tool-call.js'

/** A choice offered to the user. */
export type PermissionOption = v1.PermissionOption

/** What the user is asked to allow. */
export interface PermissionSubject {
  readonly toolCallId: string
  readonly title: string
  readonly kind?: v1.ToolKind | undefined
  readonly content?: readonly v1.ToolCallContent[] | undefined
  readonly locations?: readonly v1.ToolCallLocation[] | undefined
  readonly rawInput?: unknown
}

/** What a voice is made for: one turn of one session. */
export interface Speaking<C extends ContractName> {
  readonly peer: Peer<C, 'agent'>
  readonly session: Session
  /** Calls off what the turn still waits for. */
  readonly cancellation: Cancellation
  readonly trace: TraceContext | undefined
}

export interface Voice extends ToolCallTeller {
  say(content: ContentBlock, messageId: string): Promise<void> | undefined
  think(content: ContentBlock, messageId: string): Promise<void> | undefined
  plan(entries: readonly v1.PlanEntry[]): Promise<void> | undefined
  usage(used: number, size: number): Promise<void> | undefined
  /** The id of the chosen option, or nothing when the question was called off. */
  ask(subject: PermissionSubject, options: readonly PermissionOption[]): Promise<string | undefined>
  /** Gives back what was borrowed and not returned. */
  end?(): Promise<void>
  /** The client's files and terminals, where it lends them. */
  readonly files: Files | undefined
  readonly terminal: Terminals | undefined
}

/** A window of lines in a file. */
export interface LineWindow {
  /** The first line, counted from 1. */
  readonly line?: number | undefined
  /** How many lines. */
  readonly limit?: number | undefined
}

/** The client's files, as it sees them: unsaved changes included. */
export interface Files {
  read(path: string, window?: LineWindow): Promise<string>
  /** Absent when the client lends its files for reading only. */
  write?(path: string, content: string): Promise<void>
}

/** A command to run in the client's terminal. */
export interface TerminalStart {
  readonly command: string
  readonly args?: readonly string[] | undefined
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Bytes of output the client keeps; the oldest go first. */
  readonly outputByteLimit?: number | undefined
}

/** The client's terminals. */
export interface Terminals {
  start(command: TerminalStart): Promise<TerminalHandle>
}

/** A command running in the client's terminal; released by disposal at the latest. */
export interface TerminalHandle extends AsyncDisposable {
  readonly id: string
  output(): Promise<v1.TerminalOutputResponse>
  exited(): Promise<v1.TerminalExitStatus>
  kill(): Promise<void>
  release(): Promise<void>
}
