/** What scout can do to a project, whoever lends the files and the terminal. Knows no tool and asks nobody. */

import type { LineWindow, TerminalHandle, TerminalOutcome } from '@parley/acp/agent'

/** A place that is not in the project, or something there that cannot be used. The message is for people. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError'
}

/** A line that matches a search. */
export interface Match {
  readonly path: string
  /** Counted from 1. */
  readonly line: number
  readonly text: string
}

/** What is found, and whether there was more than was asked for. */
export interface Findings<T> {
  readonly items: readonly T[]
  readonly isCut: boolean
  /** How many files with matches are left out because the client does not let them be read. */
  readonly leftOut?: number | undefined
}

/** What to look for. */
export interface SearchQuery {
  readonly pattern: string
  /** Whether the pattern is a regular expression; it is plain text unless said so. */
  readonly isRegex?: boolean | undefined
  readonly ignoreCase?: boolean | undefined
  /** Only below this path. */
  readonly path?: string | undefined
  /** Only in files that match this glob. */
  readonly glob?: string | undefined
  readonly limit?: number | undefined
}

/** What stands at a path; a link is not followed. */
export type EntryKind = 'file' | 'directory' | 'link' | 'other'

/** Something in a directory. */
export interface ListedEntry {
  readonly path: string
  readonly kind: EntryKind
  readonly size?: number | undefined
}

/** A command to run to its end. */
export interface CommandRun {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string | undefined
  /** Milliseconds after which it is killed. */
  readonly timeout?: number | undefined
  /** Learns of the client's terminal, where it lends one: to show it in a tool call. */
  readonly onTerminal?: ((terminal: TerminalHandle) => unknown) | undefined
  /** Learns of output as it comes, where scout runs the command itself. */
  readonly onOutput?: ((text: string) => unknown) | undefined
}

/** The project of a session. Paths may be given relative to the first root; results are absolute. */
export interface Workspace {
  readonly roots: readonly string[]
  /** Whether files are read by scout itself, because the client lends none: then no client judges what is read. */
  readonly isReadingItself: boolean
  /** The absolute path; throws a `WorkspaceError` where it leaves the roots. */
  locate(path: string): string
  /** How people write the path: relative to the first root where it is inside. */
  shorten(path: string): string
  /** The text of a file; throws a `WorkspaceError` that says why it cannot be read. */
  read(path: string, window?: LineWindow): Promise<string>
  /** Where that really is: the entry itself, and what it leads to where it is a link. To be judged instead of a name. */
  trace(path: string): Promise<{ readonly entry: string; readonly target: string }>
  /** What stands on the disk there; nothing where nothing does. */
  kind(path: string): Promise<EntryKind | undefined>
  /** Whether there is nothing at all in a directory, not even what is ignored. */
  isEmpty(path: string): Promise<boolean>
  /** The text of a file, or nothing where there is none. */
  readIfThere(path: string): Promise<string | undefined>
  /** The bytes of a file that is no text, such as an image; up to a limit. */
  readBytes(path: string): Promise<Uint8Array>
  write(path: string, text: string): Promise<void>
  /** Makes an empty directory, and those above it that are missing. */
  makeDirectory(path: string): Promise<void>
  /** Removes a file, a link itself or an empty directory. */
  remove(path: string): Promise<void>
  /** Never in the place of something else. */
  move(from: string, to: string): Promise<void>
  /** What is in a directory, ignored files left out. */
  list(
    path: string,
    options?: { readonly depth?: number; readonly limit?: number },
  ): Promise<Findings<ListedEntry>>
  /** The files whose path matches a glob, ignored files left out. */
  find(glob: string, limit?: number): Promise<Findings<string>>
  search(query: SearchQuery): Promise<Findings<Match>>
  run(command: CommandRun): Promise<TerminalOutcome>
}
