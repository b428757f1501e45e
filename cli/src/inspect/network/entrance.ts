/** What `parley inspect` does with an agent that is elsewhere: shows it at a terminal, or stands before it. */

import { type RemoteAddress, shownAddress } from '@parley/conformance'
import { EXIT } from '../../exit-code.js'
import { Failure } from '../../failure.js'
import { readUrl } from '../../remote-url.js'
import type { Shell } from '../../shell.js'
import type { InspectFlags } from '../flags.js'

const MOST_PORT = 65_535

/** Nothing where no address and no port was typed. */
export async function inspectElsewhere(
  words: readonly string[],
  flags: InspectFlags,
  shell: Shell,
): Promise<number> {
  const remote = demandSense(words, flags, await readUrl(flags, shell))
  const { record, log, filter, listen } = flags
  if (filter !== undefined) (await import('../timeline/plain.js')).demandTest(filter)
  if (listen !== undefined) {
    const { runNetworkProxy } = await import('./proxy.js')
    const options = { port: toPort(listen), record, log, filter, isAlone: flags.watch === false }
    return runNetworkProxy(remote, options, shell)
  }
  if (shell.stdin.isTTY !== true || shell.stdout.isTTY !== true || shell.env.TERM === 'dumb')
    throw usage(
      'an agent that is elsewhere is shown at a terminal, and here is none. To stand before it: --listen PORT',
    )
  const { openConsole } = await import('../console/open.js')
  return openConsole([shownAddress(remote)], { ...flags, remote }, shell)
}

function demandSense(
  words: readonly string[],
  flags: InspectFlags,
  remote: RemoteAddress | undefined,
): RemoteAddress {
  if (remote === undefined) throw usage('--listen is for --url, and there is none')
  if (words.length > 0) throw usage('expected either a command or a recording, or --url; found both')
  const { chaos, seed, hold, log, filter, listen } = flags
  const pipes = Object.entries({ chaos, seed, hold }).find(([, value]) => value !== undefined)
  if (pipes !== undefined)
    throw usage(
      `--${pipes[0]} changes what goes through the pipes of a command, and over a network (--url) that is not possible. A command: parley inspect --${pipes[0]} … -- my-agent`,
    )
  if (listen === undefined && log !== undefined)
    throw usage('--log is for a proxy: with --url it needs --listen')
  if (filter !== undefined && log === undefined)
    throw usage('--filter chooses rows, and nothing here writes rows: it needs --log')
  return remote
}

function toPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > MOST_PORT) throw usage('--listen: expected the number of a port')
  return port
}

function usage(message: string): Failure {
  return new Failure(`${message}. Nothing was started.`, { exitCode: EXIT.usage, reason: 'usage' })
}
