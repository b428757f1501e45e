/** Agents that somebody wants of a workbench that runs already: left in a file for it, which it takes away when it has them. */

import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { member, parseJson } from '../agents/json-reader.js'
import { readBounded, replaceFile } from '../agents/private-file.js'
import { withLock } from '../file-lock.js'
import { isObject } from '../json-object.js'
import type { WebPlace } from './place.js'

/** An agent by its id or command line, as it was written in this folder. */
export interface AgentWish {
  readonly agent: string
  readonly cwd: string
}

const MOST_BYTES = 1024 * 1024
const MOST_WISHES = 100
const TAKEN_MILLISECONDS = 5_000
const POLL_MILLISECONDS = 50

export async function leaveWishes({ wishes: path }: WebPlace, wishes: readonly AgentWish[]): Promise<void> {
  await withLock(path, async () => {
    const all = [...(await readWishes(path)), ...wishes]
    await replaceFile(path, `${JSON.stringify(all.slice(-MOST_WISHES))}\n`)
  })
}

/** Whether the one that runs has taken what was left for it. */
export async function areTaken({ wishes: path }: WebPlace): Promise<boolean> {
  const until = performance.now() + TAKEN_MILLISECONDS
  while (existsSync(path) && performance.now() < until) await pause(POLL_MILLISECONDS)
  return !existsSync(path)
}

/** All that were left, in order. They are there until `fulfil` is done with them, so whoever waits knows. */
export async function takeWishes(
  { wishes: path }: WebPlace,
  fulfil: (wishes: readonly AgentWish[]) => Promise<void>,
): Promise<void> {
  if (!existsSync(path)) return
  await withLock(path, async () => {
    await fulfil(await readWishes(path))
    await rm(path, { force: true })
  })
}

/** Nobody waits for those of an earlier one any more. */
export async function forgetWishes({ wishes: path }: WebPlace): Promise<void> {
  await rm(path, { force: true })
}

async function readWishes(path: string): Promise<readonly AgentWish[]> {
  try {
    const value = parseJson((await readBounded(path, MOST_BYTES)) ?? '[]')
    return (Array.isArray(value) ? value : []).flatMap(toWish)
  } catch {
    return []
  }
}

function toWish(value: unknown): readonly AgentWish[] {
  if (!isObject(value)) return []
  const [agent, cwd] = [member(value, 'agent'), member(value, 'cwd')]
  return typeof agent === 'string' && typeof cwd === 'string' ? [{ agent, cwd }] : []
}
