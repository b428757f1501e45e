/**
 * What an agent is about to do, in facts that this side established itself: where a path really leads, which program
 * runs with which words. What the agent says about it stands in `Claim` alone, and never grants anything.
 */

import type { ShownCommand } from './command-pass.js'

/** Where a path leads after every link was followed, and the root of the session it lies in, if any. */
export interface Place {
  readonly path: string
  /** The real path of that root. */
  readonly root?: string | undefined
}

/** Reads a file. */
export interface FileRead {
  readonly action: 'fs.read'
  readonly at: Place
  /** The file has more names than this one, by hard links: they may lie outside. */
  readonly hasOtherNames?: boolean | undefined
}

/** Writes a whole file. */
export interface FileWrite {
  readonly action: 'fs.write'
  readonly at: Place
  readonly isNew: boolean
  /** The file has more names than this one, by hard links: they keep what stands there now. */
  readonly hasOtherNames?: boolean | undefined
  /** What stands there now, in whatever spelling tells one state of a file from the next; absent for a new one. */
  readonly before?: string | undefined
  /** The digest of what is to stand there, in hexadecimal: an approved change is good for exactly this text. */
  readonly sha256: string
  /** What is to stand there, for who is asked about it. It is written into no record. */
  readonly text?: string | undefined
  /** The file names programs that run by themselves, such as the scripts of a package, and they would change. */
  readonly changesScripts?: boolean | undefined
}

/** Deletes files. */
export interface FileDelete {
  readonly action: 'fs.delete'
  readonly at: readonly Place[]
  readonly isFolder: boolean
}

/** Moves a file; both of its ends are judged. */
export interface FileMove {
  readonly action: 'fs.move'
  readonly from: Place
  readonly to: Place
}

/** Runs a program. */
export interface Execute {
  readonly action: 'terminal.exec'
  /** The program and its words, exactly as they will be handed over. */
  readonly argv: readonly string[]
  /** A shell is given text to interpret, so `argv` does not say what will happen. */
  readonly isShell: boolean
  readonly cwd: Place
  /** Variables the agent adds, beyond what every program gets. */
  readonly env: Readonly<Record<string, string>>
}

/** Fetches an address. */
export interface Fetch {
  readonly action: 'net.fetch'
  readonly url: string
}

/** Calls a tool of an MCP server. */
export interface McpCall {
  readonly action: 'mcp.call'
  /** What the server is, as one digest: `sha256:…`. */
  readonly server: string
  readonly tool: string
  /** The digest of the tool's description as it was when asked about. */
  readonly schema: string
}

/** Starts or reaches an MCP server. */
export interface McpStart {
  readonly action: 'mcp.start'
  readonly server: string
  /** The exact command, or the address. */
  readonly argv: readonly string[]
}

/** Switches the agent to another mode. */
export interface ModeSwitch {
  readonly action: 'agent.mode'
  readonly mode: string
}

/** Something the agent does by itself and only asks about. Nothing in here was checked by anybody. */
export interface Claim {
  readonly action: 'agent.claimed'
  readonly kind: string
  readonly title: string
  /** Control characters were taken out of what the agent wrote: a sign of deceit. */
  readonly wasCleaned: boolean
  /** The changes it shows, at the places where they would be made: what stops one of them as a write stops it all. */
  readonly writes?: readonly FileWrite[] | undefined
  /** The command it shows, complete: a yes is good for one run of exactly that. */
  readonly runs?: ShownCommand | undefined
  /** It shows a command that nobody can read as one: too long, or of a shape that is none. */
  readonly hasUnreadableCommand?: boolean | undefined
}

/** What an agent is about to do. */
export type Action =
  | FileRead
  | FileWrite
  | FileDelete
  | FileMove
  | Execute
  | Fetch
  | McpCall
  | McpStart
  | ModeSwitch
  | Claim

/** The name of an action, as policy files spell it. */
export type ActionName = Action['action']
