/** The agents that the user added, in a file that people may edit by hand: read strictly, written whole. */

import { stat } from 'node:fs/promises'
import type { DialectName } from '@parley/acp/dialect'
import { boundedLine } from '@parley/acp/guard'
import { DIALECTS } from '../dialect-option.js'
import { codeOf } from '../error-code.js'
import { Failure } from '../failure.js'
import { withLock } from '../file-lock.js'
import type { JsonObject } from '../json-object.js'
import type { Shell } from '../shell.js'
import { isAgentId } from './agent-id.js'
import type { AgentEntry } from './entry.js'
import { demandObject, demandText, demandTexts, JsonFlaw, kindOf, member, parseJson } from './json-reader.js'
import { customFile } from './places.js'
import { readBounded, replaceFile } from './private-file.js'
import { isVariableName, passedOn } from './variables.js'

export interface CustomAgent {
  readonly id: string
  readonly name?: string | undefined
  readonly command: string
  readonly args: readonly string[]
  /** Variables with the values they are set to. */
  readonly env: Readonly<Record<string, string>>
  /** Names of variables that are passed on where they are set. */
  readonly inherit: readonly string[]
  /** How it spells the protocol, where it has a way of its own. */
  readonly dialect?: DialectName | undefined
}

const EDITION = 1
const MOST_BYTES = 1024 * 1024
const WRITABLE_BY_OTHERS = 0o022

/** All of them by their id; none where there is no file. Fails with what is wrong with the file, and where. */
export async function readCustomAgents({
  env,
}: Pick<Shell, 'env'>): Promise<ReadonlyMap<string, CustomAgent>> {
  const path = customFile(env)
  try {
    await demandOwn(path)
    const text = await readBounded(path, MOST_BYTES)
    return text === undefined ? new Map() : toAgents(parseJson(text))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Failure(`the agents in ${path} cannot be read: ${why}.`, {
      cure: 'mend the file, or move it away and add the agents again: parley agents add <id> -- <command> [args…]',
      reason: 'bad_agents_file',
      cause: error,
    })
  }
}

/** Changes them as they are now, so that nothing is lost of what another process adds in the same moment. */
export async function changeCustomAgents<T>(
  shell: Pick<Shell, 'env'>,
  change: (agents: Map<string, CustomAgent>) => T,
): Promise<T> {
  const path = customFile(shell.env)
  return withLock(path, async () => {
    const agents = new Map(await readCustomAgents(shell))
    const result = change(agents)
    const entries = [...agents.values()].map(({ id, ...agent }) => [id, agent] as const)
    const text = JSON.stringify({ version: EDITION, agents: Object.fromEntries(entries) }, null, 2)
    await replaceFile(path, `${text}\n`)
    return result
  })
}

/** How it is started now. */
export function toCustomEntry(agent: CustomAgent, { env }: Pick<Shell, 'env'>): AgentEntry {
  const { id, name, command, args, dialect } = agent
  return {
    ...{ id, name: name ?? id, command, args, dialect, source: 'custom' as const },
    env: { ...passedOn(env, agent.inherit), ...agent.env },
  }
}

/** Whoever can write the file chooses what is run. */
async function demandOwn(path: string): Promise<void> {
  const status = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw error
  })
  const user = process.getuid?.()
  if (status === undefined || user === undefined) return
  if (status.uid !== user && status.uid !== 0) throw new Error('it belongs to another user')
  if ((status.mode & WRITABLE_BY_OTHERS) !== 0) throw new Error(`others can write it (chmod 600 ${path})`)
}

function toAgents(value: unknown): ReadonlyMap<string, CustomAgent> {
  const top = demandObject(value, '$')
  demandKeys(top, '$', ['version', 'agents'])
  const edition = member(top, 'version')
  if (edition !== EDITION) throw new JsonFlaw('$.version', String(EDITION), kindOf(edition))
  const agents = new Map<string, CustomAgent>()
  for (const [id, raw] of Object.entries(demandObject(member(top, 'agents'), '$.agents'))) {
    const path = `$.agents.${id}`
    if (!isAgentId(id)) throw new JsonFlaw(path, 'an id of small letters, digits and hyphens', 'another')
    agents.set(id, toAgent(id, demandObject(raw, path), path))
  }
  return agents
}

function toAgent(id: string, raw: JsonObject, path: string): CustomAgent {
  demandKeys(raw, path, ['name', 'command', 'args', 'env', 'inherit', 'dialect'])
  const name = member(raw, 'name')
  const inherit = demandTexts(member(raw, 'inherit'), `${path}.inherit`)
  for (const each of inherit) demandName(each, `${path}.inherit`)
  return {
    id,
    ...(name === undefined ? {} : { name: demandText(name, `${path}.name`) }),
    command: demandText(member(raw, 'command'), `${path}.command`),
    args: demandTexts(member(raw, 'args'), `${path}.args`),
    env: toVariables(member(raw, 'env'), `${path}.env`),
    inherit,
    ...dialectOf(member(raw, 'dialect'), `${path}.dialect`),
  }
}

function dialectOf(value: unknown, path: string): { readonly dialect?: DialectName } {
  if (value === undefined) return {}
  const dialect = DIALECTS.find(name => name === value)
  if (dialect === undefined) throw new JsonFlaw(path, DIALECTS.join(' or '), kindOf(value))
  return { dialect }
}

function toVariables(value: unknown, path: string): Readonly<Record<string, string>> {
  if (value === undefined) return {}
  const chosen: Record<string, string> = {}
  for (const [name, each] of Object.entries(demandObject(value, path))) {
    demandName(name, path)
    if (typeof each !== 'string') throw new JsonFlaw(`${path}.${name}`, 'text', kindOf(each))
    chosen[name] = each
  }
  return chosen
}

function demandName(name: string, path: string): void {
  if (!isVariableName(name))
    throw new JsonFlaw(
      path,
      'names of variables (letters, digits, underscores)',
      `"${boundedLine(name, 40)}"`,
    )
}

function demandKeys(object: JsonObject, path: string, known: readonly string[]): void {
  const other = Object.keys(object).find(key => !known.includes(key))
  if (other !== undefined)
    throw new JsonFlaw(path, `no other keys than ${known.join(', ')}`, `"${boundedLine(other, 40)}"`)
}
