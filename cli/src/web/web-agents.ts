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

/** An agent, and who it is whatever it is called here. */
export interface WebAgent extends AgentSetting {
  readonly identity: { readonly name: string; readonly version?: string | undefined }
}

/** By the names that they have in addresses; the first is the usual one. */
export async function webAgents(named: readonly string[], shell: Shell): Promise<Map<string, WebAgent>> {
  return withEntries(new Map(), named.length > 0 ? await findAll(named, shell) : await everything(shell))
}

/** These, too. Those that are there keep their names and stay as they are. */
export function withEntries(
  before: ReadonlyMap<string, WebAgent>,
  entries: readonly AgentEntry[],
): Map<string, WebAgent> {
  const agents = new Map(before)
  const known = new Set([...before.values()].map(({ identity }) => identity.name))
  for (const entry of entries) {
    const { id, version } = entry
    if (known.has(id)) continue
    const title = entry.source === 'command-line' ? programOf(entry) : entry.name
    const name = freeName(toName(entry.source === 'command-line' ? title : id), id, agents)
    const setting = { ...toAgent(entry, name), title: boundedLine(title, MOST_TITLE) }
    agents.set(name, { ...setting, identity: { name: id, version } })
  }
  return agents
}

/** What a command line is called by: what is run, not what runs it. */
function programOf({ command, args = [] }: AgentEntry): string {
  const program = parse(command).name
  const script = INTERPRETERS.test(program) ? args.find(word => !word.startsWith('-')) : undefined
  return (script !== undefined && parse(script).name) || program
}

/** Different programs have different names, also where they are called alike. */
function freeName(wish: string, id: string, agents: ReadonlyMap<string, WebAgent>): string {
  let name = wish
  const isOthers = (): boolean => (agents.get(name)?.identity.name ?? id) !== id
  for (let count = 2; isOthers(); count++) name = `${wish.slice(0, 60)}-${count}`
  return name
}

async function findAll(named: readonly string[], shell: Shell): Promise<readonly AgentEntry[]> {
  const entries: AgentEntry[] = []
  for (const each of named) entries.push(await findAgent(each, shell))
  return entries
}

/** Scout, and all that is ready on this machine. One that cannot be used keeps nobody from the others. */
export async function everything(shell: Shell): Promise<readonly AgentEntry[]> {
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
