/** The registry that the user chose: read from a file or an address within limits, checked, and kept for later. */

import { resolve } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'
import { demandObject, demandText, JsonFlaw, kindOf, member, parseJson } from './json-reader.js'
import { registryFile } from './places.js'
import { readBounded, replaceFile } from './private-file.js'
import { isAddress, readAddress } from './registry-address.js'
import { type RegistryEntry, readRegistryEntry, toRegistryEntry } from './registry-entry.js'

export interface Registry {
  /** The file or the address it was read from. */
  readonly source: string
  readonly readAt: string
  readonly agents: readonly RegistryEntry[]
}

export interface Reading extends Registry {
  /** What was refused, and why; fit to be shown. */
  readonly refused: readonly string[]
}

const MOST_REGISTRY_BYTES = 4 * 1024 * 1024
const MOST_AGENTS = 2_000

/** Reads a registry afresh, keeps it, and says what of it was refused. */
export async function refreshRegistry(source: string, shell: Shell): Promise<Reading> {
  const named = isAddress(source) ? source : resolve(shell.cwd, source)
  const reading = { source: named, readAt: new Date().toISOString(), ...(await readSource(named)) }
  // What is kept is in the registry's own format: it is checked again whenever it is read.
  const agents = reading.agents.map(entry => toRegistryEntry(entry, platformName()))
  const kept = { source: named, readAt: reading.readAt, registry: { version: '1.0.0', agents } }
  await replaceFile(registryFile(shell.env), `${JSON.stringify(kept)}\n`)
  return reading
}

/** The registry as it was kept; nothing where none was chosen, or what was kept is of no use. */
export async function keptRegistry({ env }: Pick<Shell, 'env'>): Promise<Registry | undefined> {
  try {
    const text = await readBounded(registryFile(env), 2 * MOST_REGISTRY_BYTES)
    if (text === undefined) return undefined
    const top = demandObject(parseJson(text), '$')
    const [source, readAt] = [demandText(member(top, 'source'), '$'), demandText(member(top, 'readAt'), '$')]
    return { source, readAt, agents: readRegistry(member(top, 'registry')).agents }
  } catch {
    return undefined
  }
}

async function readSource(source: string): Promise<Pick<Reading, 'agents' | 'refused'>> {
  try {
    const text = isAddress(source)
      ? await readAddress(source, MOST_REGISTRY_BYTES)
      : await readBounded(source, MOST_REGISTRY_BYTES)
    if (text === undefined) throw new Error('there is no such file')
    return readRegistry(parseJson(text))
  } catch (error) {
    const why = boundedLine(error instanceof Error ? error.message : String(error), 400)
    throw new Failure(`the registry ${boundedLine(source, 300)} cannot be used: ${why}.`, {
      exitCode: error instanceof Failure ? error.exitCode : EXIT.error,
      cure: 'give a file or an https address in the format of the official registry; what was kept before is unchanged',
      reason: 'bad_registry',
      cause: error,
    })
  }
}

/** Every entry that is as it should be. One that is not harms no other. */
export function readRegistry(value: unknown): Pick<Reading, 'agents' | 'refused'> {
  const top = demandObject(value, '$')
  const edition = demandText(member(top, 'version'), '$.version')
  if (!/^1\./.test(edition))
    throw new JsonFlaw('$.version', 'a registry of version 1', `"${boundedLine(edition, 20)}"`)
  const list: unknown = member(top, 'agents')
  if (!Array.isArray(list)) throw new JsonFlaw('$.agents', 'a list', kindOf(list))
  if (list.length > MOST_AGENTS) throw new JsonFlaw('$.agents', `at most ${MOST_AGENTS}`, String(list.length))
  const agents = new Map<string, RegistryEntry>()
  const refused: string[] = []
  for (const [index, raw] of list.entries()) {
    try {
      const entry = readRegistryEntry(raw, `$.agents[${index}]`, platformName())
      if (agents.has(entry.id))
        throw new JsonFlaw(`$.agents[${index}].id`, 'every id once', `${entry.id} again`)
      agents.set(entry.id, entry)
    } catch (error) {
      if (!(error instanceof JsonFlaw)) throw error
      refused.push(error.message)
    }
  }
  return { agents: [...agents.values()], refused }
}

/** This system, as the registry calls it. */
function platformName(): string {
  const system = { win32: 'windows', darwin: 'darwin' }[process.platform as 'win32' | 'darwin'] ?? 'linux'
  return `${system}-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}`
}
