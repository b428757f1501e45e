/** A folder of this process in which copies of files are kept, for nobody else to read; those of dead processes go. */

import { createHash, randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../error-code.js'

/** What is left by processes that cannot be looked up from here goes after so long. */
const LONGEST_SILENCE = 7 * 24 * 60 * 60 * 1_000

export class PrivateStore {
  readonly #folder: string
  readonly #copies = new Set<string>()
  #next = 1
  #isClosed = false

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** A new folder in `parent`. Removes what dead processes left there. */
  static async open(parent: string): Promise<PrivateStore> {
    await mkdir(parent, { recursive: true, mode: 0o700 })
    const status = await lstat(parent)
    const isOwn = process.getuid === undefined || status.uid === process.getuid()
    if (!status.isDirectory() || !isOwn) throw new Error('the folder for copies is not our own')
    await removeStale(parent)
    const folder = join(parent, `${await nameOf(process.pid)}.${randomUUID().slice(0, 8)}`)
    await mkdir(folder, { mode: 0o700 })
    return new PrivateStore(folder)
  }

  /** Keeps bytes; answers by what name. */
  async put(bytes: Uint8Array): Promise<string> {
    const copy = `${this.#next++}`
    this.#copies.add(copy)
    await writeFile(join(this.#folder, copy), bytes, { mode: 0o600, flag: 'wx' })
    return copy
  }

  read(copy: string): Promise<Uint8Array> {
    return readFile(join(this.#folder, copy))
  }

  /** The path of a folder that is not there yet. */
  place(): string {
    const name = `git-${this.#next++}`
    this.#copies.add(name)
    return join(this.#folder, name)
  }

  /** Forgets every copy and folder but these. */
  async keepOnly(wanted: ReadonlySet<string>): Promise<void> {
    for (const copy of [...this.#copies])
      if (!wanted.has(copy)) {
        this.#copies.delete(copy)
        await rm(join(this.#folder, copy), { recursive: true, force: true })
      }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Number, birth and world of a process: numbers are given out again, and every container has its own. */
async function nameOf(pid: number): Promise<string> {
  return `${pid}.${await begunOf(pid)}.${await worldOf()}`
}

async function worldOf(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const space = await readlink('/proc/self/ns/pid').catch(() => '')
  return createHash('sha256').update(`${boot} ${space}`).digest('hex').slice(0, 12)
}

/** Field 22 of the kernel's line, counted from behind the name, which may hold anything. */
async function begunOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

async function removeStale(parent: string): Promise<void> {
  const world = await worldOf()
  for (const name of await readdir(parent)) {
    const [, pid, begun, place] = /^(\d+)\.(\d*)\.([0-9a-f]{12})\.[0-9a-f]{8}$/.exec(name) ?? []
    if (pid === undefined) continue
    const isStale = place === world ? await isDead(Number(pid), begun ?? '') : await isOld(join(parent, name))
    if (isStale) await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
}

async function isDead(pid: number, begun: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return true
  }
  return begun !== '' && begun !== ((await begunOf(pid)) || begun)
}

async function isOld(path: string): Promise<boolean> {
  const status = await lstat(path).catch(() => undefined)
  return status !== undefined && Date.now() - status.mtimeMs > LONGEST_SILENCE
}
