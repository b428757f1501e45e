/** Who writes: a process, told from every other one that ever had its number, and whether it still lives. */

import { absent, codeOf, type FileSystem, isUnopened } from './file-system.js'
import type { Folder } from './folder.js'
import { writeAll } from './handles.js'

/** What an owner file says. Every lock is one more name of that file. */
export interface Owner {
  readonly token: string
  readonly pid: number
  /** When the process began, as the kernel counts. */
  readonly begun: string
  readonly boot: string
  /** The name space its number belongs to: a container counts its own. */
  readonly space: string
}

// Only where a number of another name space cannot be looked up: there the owner's mark must be fresh.
const BEAT_MILLISECONDS = 10_000
const SILENCE_MILLISECONDS = 60_000

/** This process, as the one who holds locks in a folder. Its file is made when the first lock is. */
export class Presence {
  readonly token = globalThis.crypto.randomUUID().slice(0, 13)
  readonly #files: FileSystem
  readonly #folder: Pick<Folder, 'owner'>
  #beat: NodeJS.Timeout | undefined

  constructor(files: FileSystem, folder: Pick<Folder, 'owner'>) {
    this.#files = files
    this.#folder = folder
  }

  get path(): string {
    return this.#folder.owner(this.token)
  }

  /** Makes the owner file, once. */
  announce(): void {
    if (this.#beat !== undefined) return
    const text = Buffer.from(`${JSON.stringify(describe(this.token))}\n`)
    const draft = `${this.path}.draft`
    try {
      this.#draft(draft, text)
      // Under its name only when it is whole: an owner that cannot be read counts as dead.
      this.#files.rename(draft, this.path)
    } catch (error) {
      // In the way of the next try, when the disk may have room again.
      absent(() => this.#files.remove(draft))
      throw error
    }
    this.#beat = setInterval(() => absent(() => this.#files.touch(this.path)), BEAT_MILLISECONDS).unref()
  }

  #draft(path: string, bytes: Uint8Array): void {
    const file = this.#files.open(path, 'create')
    try {
      writeAll(this.#files, file, { bytes, at: 0 })
    } finally {
      this.#files.close(file)
    }
  }

  /** Nothing is held any more. */
  leave(): void {
    if (this.#beat === undefined) return
    clearInterval(this.#beat)
    this.#beat = undefined
    absent(() => this.#files.remove(this.path))
  }
}

/** The owner that a lock or an owner file names; undefined when the file is gone. */
export function readOwner(files: FileSystem, path: string): Owner | undefined {
  const text = files.text(path)
  if (text === undefined) return undefined
  const nobody = { token: 'unknown', pid: 0, begun: '', boot: '', space: '' }
  try {
    const { token, pid, begun, boot, space }: Partial<Owner> = JSON.parse(text)
    return isToken(token) && isText(begun) && isText(boot) && isText(space) && typeof pid === 'number'
      ? { token, pid, begun, boot, space }
      : nobody
  } catch {
    // A loss of power leaves an empty file: whoever wrote it is gone.
    return nobody
  }
}

/** Whether the process that wrote this file may still be there. In doubt it is. */
export function isAlive(files: FileSystem, path: string, owner: Owner): boolean {
  const self = describe(owner.token)
  if (owner.boot !== self.boot) return false
  if (owner.space !== self.space) {
    const status = files.status(path)
    return status !== undefined && Date.now() - status.modifiedAt < SILENCE_MILLISECONDS
  }
  if (owner.pid === self.pid) return owner.begun === self.begun
  if (!isRunning(owner.pid)) return false
  const [state, begun] = [fieldOf(owner.pid, STATE), begunOf(owner.pid)]
  // One that has ended keeps its number until its parent has looked at it, which some never do. It writes nothing.
  return state !== 'Z' && (owner.begun === '' || owner.begun === (begun ?? owner.begun))
}

/** Only what we give out: it becomes part of a path. */
function isToken(value: unknown): value is string {
  return isText(value) && /^[0-9a-f]{8}-[0-9a-f]{4}$/.test(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isRunning(pid: number): boolean {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

let self: Omit<Owner, 'token'> | undefined

function describe(token: string): Owner {
  self ??= {
    pid: process.pid,
    begun: begunOf(process.pid) ?? '',
    boot: kernelText('/proc/sys/kernel/random/boot_id') ?? '',
    space: linkOf('/proc/self/ns/pid') ?? '',
  }
  return { token, ...self }
}

// Fields 3 and 22 of the kernel's line; the name in field 2 may hold anything, so they are counted from behind that.
const STATE = 0
const BEGUN = 19
const begunOf = (pid: number): string | undefined => fieldOf(pid, BEGUN)

function fieldOf(pid: number, field: number): string | undefined {
  const line = kernelText(`/proc/${pid}/stat`)
  return line?.slice(line.lastIndexOf(')') + 2).split(' ')[field]
}

function kernelText(path: string): string | undefined {
  try {
    return process.getBuiltinModule('node:fs').readFileSync(path, 'utf8').trim()
  } catch (error) {
    // Not that there is nothing to read: who believed so would hold everybody else for dead.
    if (isUnopened(error)) throw error
    // Not Linux, or the process is gone.
    return undefined
  }
}

function linkOf(path: string): string | undefined {
  try {
    return process.getBuiltinModule('node:fs').readlinkSync(path)
  } catch {
    return undefined
  }
}
