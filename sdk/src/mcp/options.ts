/** What an author may say about the servers of a session, and what holds where nothing is said. */

import type { McpTool } from './tool.js'

/** Whether a call is put to the user, made without asking, or refused without asking. */
export type Decision = 'ask' | 'allow' | 'reject'

/** How to treat the servers that a session was given. */
export interface McpOptions {
  /** Whether to ask the user before a tool is called: yes, unless said otherwise. */
  readonly ask?: boolean | undefined
  /** Decides about one call; takes the place of `ask`. */
  readonly decide?:
    | ((tool: McpTool, args: Readonly<Record<string, unknown>>) => Decision | Promise<Decision>)
    | undefined
  /** Whether `npx` and its kin may fetch whatever version there is; by default they need an exact one. */
  readonly unpinned?: boolean | undefined
  /** Names or addresses inside a private network that may be reached, over https. */
  readonly innerHosts?: readonly string[] | undefined
  /** Milliseconds a server may take to start and to say what it offers. */
  readonly deadline?: number | undefined
  /** Milliseconds a call may take without a sign of life. */
  readonly timeout?: number | undefined
  /** Bytes of one message, either way. */
  readonly messageBytes?: number | undefined
  /** Calls that run at once; one more waits. */
  readonly parallel?: number | undefined
  /** Servers of one session; those beyond are left out, which is a failure; 64 unless told. */
  readonly servers?: number | undefined
  /** Who we say we are. */
  readonly info?: { readonly name: string; readonly version: string } | undefined
}

/** What the connections themselves need to know, with nothing left open. */
export interface Settings {
  readonly unpinned: boolean
  readonly innerHosts: readonly string[]
  readonly deadline: number
  readonly timeout: number
  readonly messageBytes: number
  readonly parallel: number
  readonly servers: number
  readonly info: { readonly name: string; readonly version: string }
}

/** The options with what holds where nothing is said. */
export function toSettings(options: McpOptions): Settings {
  return {
    unpinned: options.unpinned ?? false,
    innerHosts: options.innerHosts ?? [],
    deadline: options.deadline ?? 30_000,
    timeout: options.timeout ?? 300_000,
    messageBytes: options.messageBytes ?? 4 * 1024 * 1024,
    parallel: options.parallel ?? 64,
    servers: options.servers ?? 64,
    info: options.info ?? { name: 'parley', version: '0' },
  }
}
