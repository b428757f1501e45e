/** What a turn can ask of its client: permission, files, terminals, forms. One interface, made once per version. */

import type { Cancellation } from '../jsonrpc/index.js'
import type { ContractName, Extension, Peer, TraceContext } from '../protocol/index.js'
import type { v1 } from '../schema/index.js'
import type { LiveSession } from './session.js'

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

/** What the means of a turn are made for: one turn of one session. */
export interface Asking<C extends ContractName> {
  readonly peer: Peer<C, 'agent'>
  readonly session: LiveSession
  /** Calls off what the turn still waits for. */
  readonly cancellation: Cancellation
  readonly trace: TraceContext | undefined
}

export interface Question {
  readonly options: readonly PermissionOption[]
  readonly reason?: string | undefined
}

export interface Means {
  /** The id of the chosen option, or nothing when the question was called off. */
  ask(subject: PermissionSubject, question: Question): Promise<string | undefined>
  call<Params, Result>(extension: Extension<Params, Result>, params: Params): Promise<Result>
  /** Gives back what was borrowed and not returned. */
  end?(): Promise<void>
  isReleased?(terminalId: string): boolean
  readonly files: Files | undefined
  readonly terminal: Terminals | undefined
  readonly elicit: Elicitation | undefined
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

/** How to run a command to its end. */
export interface TerminalRun extends TerminalStart {
  /** Milliseconds after which it is killed. */
  readonly timeout?: number | undefined
  /** Learns of the terminal as soon as there is one: to show it in a tool call. */
  readonly onStart?: ((terminal: TerminalHandle) => unknown) | undefined
}

/** What became of a command. */
export interface TerminalOutcome {
  readonly output: string
  /** Whether earlier output was cut off. */
  readonly isTruncated: boolean
  readonly exitCode: number | undefined
  readonly signal: string | undefined
  readonly isTimedOut: boolean
}

/** The client's terminals. */
export interface Terminals {
  start(command: TerminalStart): Promise<TerminalHandle>
  /** Runs a command to its end, kills it when its time is up, and gives the terminal back in every case. */
  run(command: TerminalRun): Promise<TerminalOutcome>
}

/** A command running in the client's terminal; released by disposal at the latest. */
export interface TerminalHandle extends AsyncDisposable {
  readonly id: string
  output(): Promise<v1.TerminalOutputResponse>
  exited(): Promise<v1.TerminalExitStatus>
  kill(): Promise<void>
  release(): Promise<void>
}

/** The fields of a form: a flat object of simple values. */
export type FormSchema = v1.ElicitationSchema

/** What the user did with a form or a page. */
export type Elicited =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, v1.ElicitationContentValue>> }
  | { readonly action: 'decline' | 'cancel' }

/** Asks the user for more than permission; what the client does not offer is absent. */
export interface Elicitation {
  /** Shows a form. Never for secrets: those are what `url` is for. */
  form?(question: { readonly message: string; readonly schema: FormSchema }): Promise<Elicited>
  /** Sends the user to a page; `completed` tells the client that what it was for has happened. */
  url?(question: {
    readonly message: string
    readonly url: string
  }): Promise<Elicited & { readonly completed: () => void }>
}
