/** The agents of a workbench: those that were named, or scout and everything else that is installed here. */

import { boundedLine } from '@parley/acp/guard'
import type { AgentSetting } from '@parley/gateway'
import { findAgent } from '../agents/catalogue.js'
import type { AgentEntry } from '../agents/entry.js'
import { callRoll, type RollRow } from '../agents/roll.js'
import { messageOf } from '../failure.js'
import { toAgent, toName } from '../serve/setting.js'
import type { Shell } from '../shell.js'

const MOST_TITLE = 60

/** By the names that they have in addresses; the first is the usual one. */
export async function webAgents(
  named: readonly string[],
  shell: Shell,
): Promise<ReadonlyMap<string, AgentSetting>> {
  const entries = named.length > 0 ? await findAll(named, shell) : await everything(shell)
  const agents = new Map<string, AgentSetting>()
  for (const entry of entries) {
    const name = toName(entry.source === 'command-line' ? entry.name : entry.id)
    if (!agents.has(name))
      agents.set(name, { ...toAgent(entry, name), title: boundedLine(entry.name, MOST_TITLE) })
  }
  return agents
}

async function findAll(named: readonly string[], shell: Shell): Promise<readonly AgentEntry[]> {
  const entries: AgentEntry[] = []
  for (const each of named) entries.push(await findAgent(each, shell))
  return entries
}

/** One that cannot be used keeps nobody from the others. */
async function everything(shell: Shell): Promise<readonly AgentEntry[]> {
  const rows = await callRoll({ isAll: false, isThorough: false }, shell)
  const ready = rows.filter(({ state }) => state === 'ready')
  const entries = await Promise.all(ready.map(row => verified(row, shell)))
  return entries.flatMap(entry => entry ?? [])
}

/** What was installed is looked at before it is started. */
async function verified({ id, source, entry }: RollRow, shell: Shell): Promise<AgentEntry | undefined> {
  if (source !== 'installed') return entry
  try {
    return await findAgent(id, shell)
  } catch (error) {
    shell.stderr.write(`parley: ${boundedLine(`${id} is left out: ${messageOf(error)}`, 300)}\n`)
    return undefined
  }
}
