/** How an editor starts an agent: by absolute paths, because its PATH is not that of a terminal. */

import { open, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import { findProgram, LaunchError } from '@parley/acp/node'
import type { AgentEntry } from '../agents/entry.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'

export interface Start {
  /** A word for it, in settings that need one. */
  readonly id: string
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export async function toStart(entry: AgentEntry, shell: Shell): Promise<Start> {
  const { args, env = {} } = entry
  const name = boundedLine(entry.name, 80)
  const id =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'agent'
  const { file, path } = await find(entry, shell)
  const node = await nodeFor(file, path, shell)
  if (node === undefined) return { id, name, command: file, args, env }
  return { id, name, command: node, args: [await realpath(file), ...args], env }
}

async function find({ command, env }: AgentEntry, shell: Shell): Promise<{ file: string; path: string }> {
  try {
    return await findProgram(command, { env: { ...shell.env, ...env }, cwd: shell.cwd })
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    throw new Failure(error.message, { exitCode: EXIT.agentFailed, reason: error.reason, cause: error })
  }
}

/** A script that looks for Node on the PATH would not find it there: then the Node it finds here. */
async function nodeFor(file: string, path: string, shell: Shell): Promise<string | undefined> {
  const script = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await script.read(Buffer.alloc(128), 0, 128, 0)
    if (!/^#!\S*\benv(?: -S)? node\b/.test(buffer.toString('latin1', 0, bytesRead))) return undefined
  } finally {
    await script.close()
  }
  const beside = await findProgram(join(dirname(file), 'node')).catch(() => undefined)
  const found =
    beside ?? (await findProgram('node', { env: { ...shell.env, PATH: path } }).catch(() => undefined))
  return found?.file ?? process.execPath
}
