/** Serves an agent on this process's stdin and stdout until the client is gone, and lets the process end then. */

import type { Agent } from '../agent/index.js'
import { type Channel, ConnectionError } from '../jsonrpc/index.js'
import type { LogEntry, PeerOptions } from '../protocol/index.js'
import { after } from './deadline.js'
import { type Dialect, spoken, withName } from './spoken-channel.js'
import { type StdioOptions, stdio } from './stdio.js'

/** How to serve on stdio. Without a `log`, failures of the agent's own code are written to stderr. */
export interface ServeOptions extends StdioOptions, Omit<PeerOptions, 'limits'> {
  /** Milliseconds after which the process is ended although something still keeps it alive; 0 leaves it alone. */
  readonly exitAfter?: number | undefined
  /** How the client spells version 1, where it has a way of its own. */
  readonly dialect?: Dialect | undefined
}

const EXIT_MILLISECONDS = 5_000

// The client is told no more than a correlation id; without this an author would see nothing of a bug at all.
function tellFailures(entry: LogEntry): void {
  // A client that went away is no failure of the agent's.
  if (entry.level !== 'error' || entry.error instanceof ConnectionError) return
  // Asked for here because an agent starts sooner without it.
  void import('./failure-line.js').then(({ tellFailure }) => tellFailure(entry))
}

/** Speaks to the client that started this process. Resolves when it has gone and everything owed to it is sent. */
export async function serveStdio(agent: Agent, options: ServeOptions = {}): Promise<void> {
  const connection = agent.serve(channelOf(agent, options), { ...options, log: options.log ?? tellFailures })
  await connection.closed
  const patience = options.exitAfter ?? EXIT_MILLISECONDS
  // An agent nobody talks to must not linger because of a forgotten timer or socket.
  if (patience > 0) after(patience, () => process.exit())?.unref()
}

function channelOf({ definition }: Agent, options: ServeOptions): Channel {
  const { dialect, limits } = options
  const channel = stdio(options)
  // Some are told of an agent's modes when they connect, and not of each session's.
  return dialect === undefined
    ? channel
    : spoken(channel, { modes: definition.modes, ...withName(dialect) }, limits)
}
