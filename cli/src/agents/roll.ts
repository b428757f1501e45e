/** All agents of all sources, in the order in which they are looked for, and which of them could be started now. */

import { findProgram, LaunchError, type Program } from '@parley/acp/node'
import type { Shell } from '../shell.js'
import { readCustomAgents, toCustomEntry } from './custom-agents.js'
import type { AgentEntry } from './entry.js'
import { toKnownEntry } from './find-agent.js'
import { listInstalled, readInstalled, toInstalledEntry } from './installed-agents.js'
import { KNOWN_AGENTS, knownAgent } from './known-agents.js'
import { keptRegistry } from './registry.js'
import { scoutEntry } from './scout-entry.js'

export interface RollRow {
  readonly id: string
  readonly name: string
  readonly version?: string | undefined
  readonly source: AgentEntry['source'] | 'registry'
  /** `missing`: it was added or installed, and its program is not there. */
  readonly state: 'ready' | 'missing' | 'not installed'
  /** How it is started; nothing of what only a registry knows. */
  readonly entry?: AgentEntry | undefined
  /** Where its program was found. */
  readonly file?: string | undefined
  readonly description?: string | undefined
}

export interface RollSettings {
  /** Also what is not installed: known agents, and those of the registry. */
  readonly isAll: boolean
  /** Whether the login shell is asked for its PATH, which takes as long as that shell takes to start. */
  readonly isThorough: boolean
}

export async function callRoll(
  { isAll, isThorough }: RollSettings,
  shell: Shell,
): Promise<readonly RollRow[]> {
  const own = [
    scoutEntry(shell),
    ...[...(await readCustomAgents(shell)).values()].map(agent => toCustomEntry(agent, shell)),
    ...(await installedEntries(shell)),
  ]
  const taken = new Set(own.map(({ id }) => id))
  const search = (entry: AgentEntry): Promise<Program | undefined> => find(entry.command, shell, isThorough)
  const rows: RollRow[] = []
  for (const entry of own) rows.push(toRow(entry, await search(entry), 'missing'))
  for (const known of KNOWN_AGENTS) {
    if (taken.has(known.id)) continue
    const entry = toKnownEntry(known, shell)
    const row = toRow(entry, await search(entry), 'not installed')
    if (isAll || row.state === 'ready') rows.push(row)
  }
  return isAll ? [...rows, ...(await registryRows(shell, new Set(rows.map(({ id }) => id))))] : rows
}

async function installedEntries(shell: Shell): Promise<readonly AgentEntry[]> {
  const entries: AgentEntry[] = []
  for (const id of await listInstalled(shell)) {
    const agent = await readInstalled(id, shell).catch(() => undefined)
    if (agent !== undefined) entries.push(toInstalledEntry(agent, shell))
  }
  return entries
}

function toRow(entry: AgentEntry, program: Program | undefined, otherwise: RollRow['state']): RollRow {
  const { id, name, version, source, description } = entry
  const state = program === undefined ? otherwise : 'ready'
  return { id, name, version, source, description, entry, state, file: program?.file }
}

async function find(command: string, { env, cwd }: Shell, isThorough: boolean): Promise<Program | undefined> {
  try {
    return await findProgram(command, { env, cwd, ...(isThorough ? {} : { shellDeadline: 0 }) })
  } catch (error) {
    if (error instanceof LaunchError) return undefined
    throw error
  }
}

async function registryRows(shell: Shell, taken: ReadonlySet<string>): Promise<readonly RollRow[]> {
  const registry = await keptRegistry(shell)
  return (registry?.agents ?? [])
    .filter(({ id }) => !taken.has(id) && !taken.has(knownAgent(id)?.id ?? id))
    .map(({ id, name, version, description }) => ({
      ...{ id, name, version, description },
      ...{ source: 'registry' as const, state: 'not installed' as const },
    }))
}
