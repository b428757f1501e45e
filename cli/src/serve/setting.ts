/** What the gateway is told: its config, and what was said on the command line, which counts more. */

import { resolve } from 'node:path'
import { findProgram } from '@parley/acp/node'
import {
  type AgentSetting,
  ConfigError,
  type ConfigOptions,
  type GatewayConfig,
  readGatewayConfig,
} from '@parley/gateway'
import { findAgent } from '../agents/catalogue.js'
import { splitLine } from '../agents/command-line.js'
import type { AgentEntry } from '../agents/entry.js'
import { fromLine } from '../agents/find-agent.js'
import { SCOUT, scoutEntry } from '../agents/scout-entry.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'
import type { ServeFlags } from './flags.js'

/** A config, and what it was read with. */
export interface Setting {
  readonly config: GatewayConfig
  readonly readWith: ConfigOptions
}

/** As the files have it. A mistake in them is told by its place. */
export function readSetting(path: string | undefined, shell: Shell): Setting {
  const { env, cwd } = shell
  const readWith = {
    env,
    path: path === undefined ? undefined : resolve(cwd, path),
    agent: toAgent(scoutEntry(shell), SCOUT.id),
  }
  try {
    return { config: readGatewayConfig(readWith), readWith }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw usage(error.message, error.cure, error)
  }
}

/** The same with what the command line says. */
export async function toSetting(flags: ServeFlags, shell: Shell): Promise<Setting> {
  const { config, readWith } = readSetting(flags.config, shell)
  const { host = config.address, port = config.port } = flags
  const address = host === 'localhost' ? '127.0.0.1' : host
  const chosen = await chosenAgent(flags, config, shell)
  const agents = chosen === undefined ? config.agents : new Map([...config.agents, [chosen.name, chosen]])
  return {
    readWith,
    config: {
      ...config,
      ...{ address, port, tls: toTls(flags, config, shell), agents },
      defaultAgent: chosen?.name ?? config.defaultAgent,
      plainPost: toPlainPost(flags) ?? config.plainPost,
    },
  }
}

function toPlainPost({ plainPost }: ServeFlags): GatewayConfig['plainPost'] {
  return plainPost && { dialect: plainPost === true ? undefined : plainPost }
}

async function chosenAgent(
  { agent, stdioAgent }: ServeFlags,
  { agents }: GatewayConfig,
  shell: Shell,
): Promise<AgentSetting | undefined> {
  if (stdioAgent !== undefined) {
    const entry = fromLine(splitLine(stdioAgent), shell)
    await findProgram(entry.command, { env: shell.env, cwd: shell.cwd })
    return toAgent(entry, toName(entry.name))
  }
  if (agent === undefined) return undefined
  return agents.get(agent) ?? toAgent(await findAgent(agent, shell), toName(agent))
}

/** How a gateway starts it, by this name in its address. */
export function toAgent({ command, args, env = {}, dialect }: AgentEntry, name: string): AgentSetting {
  return { name, command, args, env, inherit: [], cwd: undefined, roots: undefined, dialect }
}

/** A word that can stand in an address, and that a config could give an agent: at both ends is a letter or a digit. */
export function toName(text: string): string {
  const word = text.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^[_-]+/, '')
  return word.slice(0, 64).replace(/[_-]+$/, '') || 'agent'
}

function toTls(
  { tlsCert, tlsKey }: ServeFlags,
  { tls }: GatewayConfig,
  { cwd }: Shell,
): GatewayConfig['tls'] {
  if (tlsCert === undefined && tlsKey === undefined) return tls
  if (tlsCert === undefined || tlsKey === undefined)
    throw usage('--tls-cert and --tls-key belong together, and one of them is missing.', 'Name both files.')
  return { certificate: resolve(cwd, tlsCert), key: resolve(cwd, tlsKey) }
}

function usage(message: string, cure: string, cause?: unknown): Failure {
  return new Failure(message, { exitCode: EXIT.usage, cure, reason: 'usage', cause })
}
