/** The agents of a workbench: those that were named, or scout and everything else that is installed here. */

import { parse } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import type { AgentSetting } from '@parley/gateway'
import { findAgent } from '../agents/catalogue.js'
import type { AgentEntry } from '../agents/entry.js'
import { callRoll, type RollRow } from '../agents/roll.js'
import { messageOf } from '../failure.js'
import { toAgent, toName } from '../serve/setting.js'
import type { Shell } from '../shell.js'

const MOST_TITLE = 60
const INTERPRETERS = /^(?:node|npx|bun|deno|python\d?|ruby|sh|bash|env)$/

/** By the names that they have in addresses; the first is the usual one. */
export async function webAgents(
  named: readonly string[],
  shell: Shell,
): Promise<ReadonlyMap<string, AgentSetting>> {
  const entries = named.length > 0 ? await findAll(named, shell) : await everything(shell)
  const agents = new Map<string, AgentSetting>()
  for (const entry of entries) {
    const title = entry.source === 'command-line' ? programOf(entry) : entry.name
    const name = freeName(toName(entry.source === 'command-line' ? title : entry.id), agents)
    agents.set(name, { ...toAgent(entry, name), title: boundedLine(title, MOST_TITLE) })
  }
  return agents
}

/** What a command line is called by: what is run, not what runs it. */
function programOf({ command, args = [] }: AgentEntry): string {
  const program = parse(command).name
  const script = INTERPRETERS.test(program) ? args.find(word => !word.startsWith('-')) : undefined
  return (script !== undefined && parse(script).name) || program
}

/** Two agents may be called the same: sessions are each one's own, so their names are not. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let number = 1; ; number++) {
    const each = number === 1 ? name : `${name}-${number}`
    if (!taken.has(each)) return each
  }
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
