/** The way to terminals. Their parts are loaded when the first one is asked for: most programs of this room never do. */

import type { HostTerminals, HostTerminalsOptions } from './terminals/options.js'

/**
 * Terminals for a host to lend: commands without a shell, inside the session's directories, with an environment of
 * their own. What they started ends with them, and with this process at the latest.
 */
export function hostTerminals(options: HostTerminalsOptions): HostTerminals {
  let loading: Promise<HostTerminals> | undefined
  const load = (): Promise<HostTerminals> => {
    loading ??= import('./terminals/terminal-table.js').then(
      ({ TerminalTable }) => new TerminalTable(options),
    )
    return loading
  }
  const close = async (): Promise<void> => await (await load()).close()
  return {
    create: async (request, context) => (await load()).create(request, context),
    output: async (request, context) => (await load()).output(request, context),
    waitForExit: async (request, context) => (await load()).waitForExit(request, context),
    kill: async (request, context) => (await load()).kill(request, context),
    release: async (request, context) => (await load()).release(request, context),
    releaseSession: async sessionId => (await load()).releaseSession(sessionId),
    close,
    [Symbol.asyncDispose]: close,
  }
}
