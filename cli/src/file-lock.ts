/**
 * One writer at a time for a file that is read, changed and written back, also among processes. A lock is a second name
 * of a file that names its owner, so it is whole or not there; that of a dead owner is taken over by one alone.
 */

import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { member, parseJson } from './agents/json-reader.js'
import { readBounded } from './agents/private-file.js'
import { codeOf } from './error-code.js'
import { Failure } from './failure.js'
import { isObject } from './json-object.js'

interface Owner {
  readonly token: string
  readonly pid: number
  /** When the process began, as the kernel counts: numbers are given out again. */
  readonly begun: string
  /** The start of the machine, and the name space that the number belongs to. */
  readonly world: string
}

const POLL_MILLISECONDS = 25
const USUAL_PATIENCE = 10_000
const MOST_OWNER_BYTES = 4_096
/** Only for an owner whose number cannot be looked up from here. */
const LONGEST_SILENCE = 60_000

/** Does something with a file that nobody else may change meanwhile; the lock stands beside it. */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  patience = USUAL_PATIENCE,
): Promise<T> {
  const release = await holdLock(path, patience)
  try {
    return await work()
  } finally {
    await release()
  }
}

/** Waits for the lock beside a file; resolves to a function that gives it back. */
export async function holdLock(path: string, patience = USUAL_PATIENCE): Promise<() => Promise<void>> {
  const lock = `${path}.lock`
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 })
  const token = randomUUID()
  const draft = `${lock}.${token.slice(0, 8)}.draft`
  await writeFile(draft, JSON.stringify({ token, ...(await self()) }), { mode: 0o600, flag: 'wx' })
  try {
    await take(draft, lock, performance.now() + patience)
    return () => rm(lock, { force: true })
  } finally {
    await rm(draft, { force: true })
  }
}

async function take(draft: string, lock: string, deadline: number): Promise<void> {
  while (!(await tryTake(draft, lock))) {
    if (performance.now() > deadline)
      throw new Failure(`another process holds ${lock}, and did not let go of it.`, {
        cure: 'wait until it is done, and try again',
        reason: 'locked',
      })
    await pause(POLL_MILLISECONDS)
  }
}

/** Whether it is ours now. Who removes the lock of a dead owner first holds a claim on exactly that lock. */
async function tryTake(draft: string, lock: string): Promise<boolean> {
  if (await tryLink(draft, lock)) return true
  const holder = await readOwner(lock)
  if (holder === undefined || (await isAlive(holder, lock))) return false
  const claim = `${lock}~${holder.token}`
  if (!(await tryTake(draft, claim))) return false
  try {
    if ((await readOwner(lock))?.token === holder.token) await rm(lock, { force: true })
    return await tryLink(draft, lock)
  } finally {
    await rm(claim, { force: true })
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

const NOBODY: Owner = { token: 'nobody', pid: 0, begun: '', world: '' }

/** Nothing where there is no lock; nobody where a loss of power left an empty one. */
async function readOwner(lock: string): Promise<Owner | undefined> {
  const text = await readBounded(lock, MOST_OWNER_BYTES)
  if (text === undefined) return undefined
  try {
    const value = parseJson(text)
    if (!isObject(value)) return NOBODY
    const [token, pid, begun, world] = ['token', 'pid', 'begun', 'world'].map(key => member(value, key))
    const isOwner = typeof token === 'string' && /^[0-9a-f-]{36}$/.test(token) && typeof pid === 'number'
    return isOwner ? { token, pid, begun: String(begun), world: String(world) } : NOBODY
  } catch {
    return NOBODY
  }
}

/** In doubt it is. */
async function isAlive({ pid, begun, world }: Owner, lock: string): Promise<boolean> {
  if (pid <= 0) return false
  const own = await self()
  if (world !== own.world) {
    const status = await stat(lock).catch(() => undefined)
    return status === undefined || Date.now() - status.mtimeMs < LONGEST_SILENCE
  }
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
  }
  return begun === '' || begun === ((await begunOf(pid)) || begun)
}

let known: Omit<Owner, 'token'> | undefined

async function self(): Promise<Omit<Owner, 'token'>> {
  const nothing = (): string => ''
  known ??= {
    pid: process.pid,
    begun: await begunOf(process.pid),
    world: [
      (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(nothing)).trim(),
      await readlink('/proc/self/ns/pid').catch(nothing),
    ].join(' '),
  }
  return known
}

/** Field 22 of the kernel's line, counted from behind the name, which may hold anything. Of one that only waits to be reaped: never. */
async function begunOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? 'never' : (fields[19] ?? '')
}
