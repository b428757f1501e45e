/** What is kept of a wire that was watched: a header, and then one entry for everything that passed or happened. */

/** Whom a message was on its way to. */
export type Heading = 'agent' | 'client'

/** How a message travelled. */
export type Carrier = 'stdio' | 'websocket' | 'http' | 'memory'

/** The first line of a recording. */
export interface Header {
  /** The version of this format. */
  readonly recording: 1
  /** When it began, in milliseconds since 1970; every `at` counts from here. */
  readonly startedAt: number
  /** What made it, such as `parley 0.1.0`. */
  readonly by: string
  readonly carrier: Carrier
  /** The command line or address of the agent, without secrets. */
  readonly agent?: readonly string[] | undefined
  /** What its author wants to remember about it. */
  readonly title?: string | undefined
  /** How much was taken out: `secrets`, `contents` when texts of files and media were dropped as well, or `none`. */
  readonly redaction: 'secrets' | 'contents' | 'none'
}

interface Passing {
  /** Milliseconds since the recording began, with fractions. */
  readonly at: number
}

/** One JSON value that passed. An array is one entry, as it is one message of the wire. */
export interface MessageEntry extends Passing {
  readonly to: Heading
  readonly message: unknown
  /** What it took on the wire, before anything was taken out. */
  readonly bytes: number
}

/** Something that passed and was no message; `text` is its beginning, without secrets. */
export interface NoiseEntry extends Passing {
  readonly to: Heading
  readonly noise: 'parse_error' | 'too_large' | 'too_deep' | 'not_utf8'
  readonly text: string
  readonly bytes: number
}

/** What the agent wrote to stderr, a line at a time. */
export interface StderrEntry extends Passing {
  readonly stderr: string
}

/** Something that happened to the wire itself, or was done to it. */
export interface EventEntry extends Passing {
  readonly event: 'started' | 'client_closed' | 'agent_closed' | 'exited' | 'omitted' | 'injected' | 'remark'
  /** In words: an exit code, how many were left out, what was done by which rule. */
  readonly detail: string
}

/** One line of a recording. */
export type Entry = MessageEntry | NoiseEntry | StderrEntry | EventEntry
