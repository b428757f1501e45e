/** The gateway's own file: read strictly and whole. What it does not say is as `config.ts` has it. */

import { toAgents, toPath } from './agent-section.js'
import { type AgentSetting, type GatewayConfig, USUAL_LIMITS, USUAL_PRINCIPAL } from './config.js'
import { toNetwork, toStrangerLimits } from './network-section.js'
import { readOwnFile } from './own-file.js'
import { homeFolder, usualConfigFile, usualStateFolder } from './places.js'
import { type PrincipalSurroundings, toLimits, toPrincipals } from './principal-section.js'
import { scopesOf } from './scope.js'
import { ConfigFlaw, Section, toListOf, toNumber, toSection, toWord } from './section.js'

/** What a config is read with. */
export interface ConfigOptions {
  /** The file; without it that of the user, which may be absent. */
  readonly path?: string | undefined
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** The agent that is served where the file names none. */
  readonly agent?: AgentSetting | undefined
}

/** Why a config cannot be used: what stands where, and what should. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly reason = 'bad_config'
  readonly path: string
  readonly cure: string

  constructor(path: string, cause: unknown) {
    super(`the config of the gateway in ${path} cannot be used: ${wordsOf(cause)}.`, { cause })
    this.path = path
    this.cure = 'mend the file, or move it away to serve one agent to yourself on this machine'
  }
}

const KEYS = [
  ...['version', 'agents', 'defaultAgent', 'principals', 'roots', 'limits', 'listen', 'tls', 'hosts'],
  ...['origins', 'trustedProxies', 'plainPost', 'strangers', 'stateFolder'],
]
const STRANGER_KEYS = ['unauthenticatedPerMinute', 'failedTokens', 'backOffSeconds']

const SCOUT: AgentSetting = {
  ...{ name: 'scout', command: 'parley', args: ['agent'], env: {}, inherit: [] },
  ...{ cwd: undefined, roots: undefined },
}

/** The config as its file has it, or the usual one where the user has no file. Throws a `ConfigError`. */
export function readGatewayConfig(options: ConfigOptions = {}): GatewayConfig {
  const { env = process.env } = options
  const path = options.path ?? usualConfigFile(env)
  try {
    const text = readOwnFile(path)
    if (text === undefined && options.path !== undefined) throw new Error('there is no such file')
    const top = new Section(text === undefined ? { version: 1 } : parse(text), '$')
    return { ...toConfig(top, { ...options, env }), path: text === undefined ? undefined : path }
  } catch (error) {
    throw new ConfigError(path, error)
  }
}

function toConfig(top: Section, options: ConfigOptions): Omit<GatewayConfig, 'path'> {
  const { env = {}, agent = SCOUT } = options
  top.demandKnown(KEYS).take('version', toNumber(1, 1))
  const named = toAgents(top)
  const agents = named.size > 0 ? named : new Map([[agent.name, agent]])
  const limits = top.maybe('limits', toSection, undefined)?.demandKnown(Object.keys(USUAL_LIMITS))
  const strangers = top.maybe('strangers', toSection, undefined)?.demandKnown(STRANGER_KEYS)
  const usual: PrincipalSurroundings = {
    roots: top.maybe('roots', toListOf(toPath), [homeFolder(env)]),
    agents: [...agents.keys()],
    limits: toLimits(limits, USUAL_LIMITS),
  }
  return {
    agents,
    defaultAgent: toDefault(top, usual.agents),
    ...toPeople(top, usual),
    ...toNetwork(top),
    strangers: toStrangerLimits(strangers),
    stateFolder: top.maybe('stateFolder', toPath, usualStateFolder(env)),
  }
}

/** With one agent there is nothing to choose. */
function toDefault(top: Section, names: readonly string[]): string {
  const [first = '', ...others] = names
  if (top.has('defaultAgent')) return top.take('defaultAgent', toWord(names))
  if (others.length === 0) return first
  throw new ConfigFlaw('$.defaultAgent', `one of ${names.join(', ')}`, 'nothing')
}

function toPeople(top: Section, usual: PrincipalSurroundings): Pick<GatewayConfig, 'principals' | 'owner'> {
  const principals = toPrincipals(top, usual)
  if (principals.size > 0) return { principals, owner: undefined }
  const { roots, limits } = usual
  const owner = {
    name: USUAL_PRINCIPAL,
    scopes: scopesOf('admin'),
    roots,
    limits,
    tokens: [],
    agents: undefined,
  }
  return { principals: new Map([[owner.name, owner]]), owner: owner.name }
}

/** The engine quotes what stands around a mistake, secrets too: only the place is said. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const place = /at position (\d+)/.exec(String(error))?.[1]
    const line = place === undefined ? undefined : text.slice(0, Number(place)).split('\n').length
    throw new ConfigFlaw('$', 'JSON', line === undefined ? 'something else' : `a mistake in line ${line}`)
  }
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
