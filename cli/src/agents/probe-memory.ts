/** What agents advertised when they were last asked, so that a list can be chosen by it without starting them. */

import { createHash } from 'node:crypto'
import { withLock } from '../file-lock.js'
import { isObject, type JsonObject } from '../json-object.js'
import type { Shell } from '../shell.js'
import type { AgentEntry } from './entry.js'
import { member, parseJson } from './json-reader.js'
import { probesFile } from './places.js'
import { readBounded, replaceFile } from './private-file.js'
import type { ProbeReport } from './probe.js'

const MOST_BYTES = 4 * 1024 * 1024
const MOST_AGENTS = 200

/** The capabilities that each agent advertised, by its mark. */
export type ProbeMemory = ReadonlyMap<string, readonly string[]>

/** What a memory is bound to: an agent that is started in another way may be another one. */
export function markOf({ id, version, command, args }: AgentEntry): string {
  return createHash('sha256')
    .update(JSON.stringify([id, version, command, args]))
    .digest('hex')
    .slice(0, 32)
}

/** A memory that cannot be read is none: it can be made anew. */
export async function readProbes(shell: Pick<Shell, 'env'>): Promise<ProbeMemory> {
  const memory = new Map<string, readonly string[]>()
  for (const [mark, raw] of Object.entries(await readAgents(shell))) {
    const list: unknown = isObject(raw) ? member(raw, 'capabilities') : undefined
    if (Array.isArray(list))
      memory.set(
        mark,
        list.filter(each => typeof each === 'string'),
      )
  }
  return memory
}

/** Adds a report; one that cannot be kept harms nobody. */
export async function keepProbe(
  entry: AgentEntry,
  report: ProbeReport,
  shell: Pick<Shell, 'env'>,
): Promise<void> {
  const path = probesFile(shell.env)
  const mark = markOf(entry)
  const { capabilities } = report
  const own = [mark, { id: entry.id, capabilities, askedAt: new Date().toISOString() }] as const
  const add = async (): Promise<void> => {
    const others = Object.entries(await readAgents(shell)).filter(([each]) => each !== mark)
    const agents = Object.fromEntries([...others.slice(1 - MOST_AGENTS), own])
    await replaceFile(path, `${JSON.stringify({ agents })}\n`)
  }
  await withLock(path, add).catch(() => {})
}

async function readAgents({ env }: Pick<Shell, 'env'>): Promise<JsonObject> {
  try {
    const value = parseJson((await readBounded(probesFile(env), MOST_BYTES)) ?? '{}')
    const agents = isObject(value) ? member(value, 'agents') : undefined
    return isObject(agents) ? agents : {}
  } catch {
    return {}
  }
}
