/**
 * One after the other for whoever changes a file, also among processes. The lock is a file beside it that nobody holds for
 * longer than a read and a write take: one that is older was left by somebody who died.
 */

import { randomUUID } from 'node:crypto'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, makePrivateFolder } from '../config/own-file.js'

const POLL_MILLISECONDS = 10
const PATIENCE_MILLISECONDS = 10_000
const LEFT_BEHIND_MILLISECONDS = 5_000

const turns = new Map<string, Promise<unknown>>()

/** Does it while nobody else changes the file. */
export function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(path) ?? Promise.resolve()
  const mine = before.then(() => locked(`${path}.lock`, work))
  const settled = mine.catch(() => {})
  turns.set(path, settled)
  void settled.then(() => {
    if (turns.get(path) === settled) turns.delete(path)
  })
  return mine
}

async function locked<T>(lock: string, work: () => Promise<T>): Promise<T> {
  await makePrivateFolder(dirname(lock))
  const deadline = performance.now() + PATIENCE_MILLISECONDS
  while (!(await tryTake(lock))) {
    if (performance.now() > deadline) throw new Error(`another process holds ${lock}`)
    await pause(POLL_MILLISECONDS)
  }
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

async function tryTake(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const status = await stat(lock).catch(() => undefined)
  if (status === undefined || Date.now() - status.mtimeMs < LEFT_BEHIND_MILLISECONDS) return false
  await takeAway(lock, status.mtimeMs)
  return false
}

/** Of several who find it only one gets to move it. A new one that somebody made meanwhile is put back. */
async function takeAway(lock: string, since: number): Promise<void> {
  const aside = `${lock}.${randomUUID().slice(0, 8)}`
  await rename(lock, aside).catch(() => {})
  const moved = await stat(aside).catch(() => undefined)
  if (moved !== undefined && moved.mtimeMs !== since) await link(aside, lock).catch(() => {})
  await rm(aside, { force: true })
}
