/** Opens the gateway of a workbench: its agents, its page, and the port that it had before, or another where that is taken. */

import { type ConfigOptions, type Gateway, type GatewayConfig, gateway } from '@parley/gateway'
import { SCOUT, scoutEntry } from '../agents/scout-entry.js'
import { codeOf } from '../error-code.js'
import { Failure, messageOf } from '../failure.js'
import { toAgent } from '../serve/setting.js'
import { toStartFailure } from '../serve/start-failure.js'
import type { Shell } from '../shell.js'
import type { WebFlags } from './flags.js'
import { pageFolder } from './page-folder.js'
import type { WebPlace } from './place.js'
import { type WebAgent, webAgents } from './web-agents.js'
import { readWebConfig, rememberPort } from './web-config.js'
import { openAnywhere } from './web-port.js'

export interface Opening {
  readonly flags: WebFlags
  readonly shell: Shell
  readonly place: WebPlace
  note(text: string): void
}

export interface OpenedWeb {
  readonly opened: Gateway
  /** By their names, the usual one first. */
  readonly agents: Map<string, WebAgent>
}

export async function openWeb(opening: Opening): Promise<OpenedWeb> {
  const { flags, shell, place } = opening
  const page = pageFolder()
  const agents = await webAgents(flags.agent ?? [], shell)
  const [usual = SCOUT.id] = agents.keys()
  const readWith = { env: shell.env, agent: toAgent(scoutEntry(shell), SCOUT.id) }
  const kept = readWebConfig(place, readWith)
  const { port = kept.port } = flags
  const config = { ...kept, agents, defaultAgent: usual, port }
  const opened = await tryPorts(opening, port, each =>
    open(opening, { ...config, port: each }, { page, readWith, agents }),
  )
  await rememberPort(place, opened.port)
  return { opened, agents }
}

/** The one that was named, or that of the last time; instead of the latter any other will do. */
async function tryPorts(
  { flags, note }: Opening,
  port: number,
  open: (port: number) => Promise<Gateway>,
): Promise<Gateway> {
  if (port === 0) return openAnywhere(open)
  try {
    return await open(port)
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error
    if (flags.port !== undefined)
      throw new Failure(`port ${port} cannot be listened on: another program does.`, {
        cure: 'name another one; --port 0 is any that is free',
        cause: error,
      })
    note(
      `port ${port} is taken by another program: this time it is another one, and open tabs need the new link`,
    )
    return openAnywhere(open)
  }
}

interface Surroundings {
  readonly page: string
  readonly readWith: ConfigOptions
  readonly agents: ReadonlyMap<string, WebAgent>
}

async function open(
  { shell: { env }, note }: Opening,
  config: GatewayConfig,
  { page, readWith, agents }: Surroundings,
): Promise<Gateway> {
  try {
    return await gateway({
      ...{ config, readWith, env, page },
      // A page has no files and no terminals: the gateway lends those of this machine, by the policy of its user.
      lends: { agentOf: name => agents.get(name)?.identity },
      onError: error => note(messageOf(error)),
      onAgent: ({ agent, what, detail }) => {
        if (what === 'failed')
          note(`the agent ${agent} could not be started: ${detail ?? 'no reason is known'}`)
      },
    })
  } catch (error) {
    throw codeOf(error) === 'EADDRINUSE' ? error : toStartFailure(error, config)
  }
}
