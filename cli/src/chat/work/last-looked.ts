/** Which conversation was looked at last in a folder: whoever takes up the last one means that. */

import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { readBounded, replaceFile } from '../../agents/private-file.js'
import { isObject } from '../../json-object.js'
import { stateFolder } from '../../own-folder.js'
import type { Conversation } from '../../record/conversation.js'
import type { Shell } from '../../shell.js'

type Surroundings = Pick<Shell, 'env'>

const MOST_BYTES = 4 * 1024

export interface Looked {
  readonly record: string
  readonly at: number
}

/** Never rejects: who leaves is not kept for it. */
export async function noteLooked(cwd: string, looked: Looked, surroundings: Surroundings): Promise<void> {
  await replaceFile(fileFor(cwd, surroundings), JSON.stringify(looked)).catch(() => {})
}

/** The latest first, as ever, but for the one that was looked at since anything was said in the others. */
export async function withLooked(
  all: readonly Conversation[],
  cwd: string,
  surroundings: Surroundings,
): Promise<readonly Conversation[]> {
  const looked = await readLooked(cwd, surroundings)
  const found = all.find(({ id }) => id === looked?.record)
  if (looked === undefined || found === undefined) return all
  const isLater = ({ id, updated }: Conversation): boolean => id !== found.id && updated > looked.at
  return [...all.filter(isLater), found, ...all.filter(each => !isLater(each) && each.id !== found.id)]
}

async function readLooked(cwd: string, surroundings: Surroundings): Promise<Looked | undefined> {
  try {
    const value: unknown = JSON.parse((await readBounded(fileFor(cwd, surroundings), MOST_BYTES)) ?? 'null')
    if (!isObject(value)) return undefined
    const { record, at } = value
    return typeof record === 'string' && typeof at === 'number' ? { record, at } : undefined
  } catch {
    return undefined
  }
}

function fileFor(cwd: string, surroundings: Surroundings): string {
  const name = createHash('sha256').update(realPath(cwd)).digest('hex').slice(0, 24)
  return join(stateFolder('looked', surroundings), name)
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
