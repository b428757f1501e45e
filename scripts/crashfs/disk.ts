/**
 * A disk in memory that remembers everything done to it, and in which order: what a crash may take back. Has names,
 * files that several names may share, and handles; knows nothing of journals.
 */
import type { FileStatus, FileSystem, OpenFor } from '@parley/acp/node'

/** The bytes of one file, whatever its names. */
export interface File {
  readonly number: number
  bytes: Buffer
}

/** What was done, in order. A sync counts from where it ends, for what was done before it began. */
export type Deed =
  | { readonly kind: 'write'; readonly file: number; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: number; readonly length: number }
  | { readonly kind: 'sync'; readonly file: number; readonly begun: number }
  | { readonly kind: 'enter'; readonly path: string; readonly file: number }
  | { readonly kind: 'leave'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly name: string }
  | { readonly kind: 'sync-folder'; readonly folder: string; readonly begun: number }

interface Handle {
  readonly file: File
  readonly isAppending: boolean
}

const PRIVATE_FOLDER = 0o40700

export class Disk implements FileSystem {
  readonly names = new Map<string, File>()
  readonly deeds: Deed[] = []
  /** How long a sync takes: a turn of the event loop where others may get ahead of it, or no time. */
  readonly #isSlow: boolean
  readonly #handles = new Map<number, Handle>()
  #nextHandle = 3
  #nextFile = 1

  constructor(names: Iterable<readonly [string, File]> = [], isSlow = false) {
    this.#isSlow = isSlow
    for (const [path, file] of names) {
      this.names.set(path, file)
      this.#nextFile = Math.max(this.#nextFile, file.number + 1)
    }
  }

  open(path: string, use: OpenFor): number {
    const isNew = !this.names.has(path)
    if (isNew && (use === 'read' || use === 'write')) throw failure('ENOENT', path)
    if (!isNew && use === 'create') throw failure('EEXIST', path)
    if (isNew) this.#enter(path, { number: this.#nextFile++, bytes: Buffer.alloc(0) })
    const handle = this.#nextHandle++
    this.#handles.set(handle, { file: this.#named(path), isAppending: use === 'append' })
    return handle
  }

  close(handle: number): void {
    this.#handles.delete(handle)
  }

  write(handle: number, bytes: Uint8Array, position: number): number {
    const { file, isAppending } = this.#handle(handle)
    const at = isAppending ? file.bytes.length : position
    const copy = Buffer.from(bytes)
    file.bytes = overlaid(file.bytes, copy, at)
    this.deeds.push({ kind: 'write', file: file.number, at, bytes: copy })
    return bytes.length
  }

  truncate(handle: number, length: number): void {
    const { file } = this.#handle(handle)
    file.bytes = resized(file.bytes, length)
    this.deeds.push({ kind: 'truncate', file: file.number, length })
  }

  async read(handle: number, into: Uint8Array, position: number): Promise<number> {
    return this.#handle(handle).file.bytes.copy(into, 0, position)
  }

  async sync(handle: number): Promise<void> {
    const { number: file } = this.#handle(handle).file
    const begun = this.deeds.length
    if (this.#isSlow) await new Promise(resolve => setImmediate(resolve))
    this.deeds.push({ kind: 'sync', file, begun })
  }

  async syncFolder(folder: string): Promise<void> {
    const begun = this.deeds.length
    if (this.#isSlow) await new Promise(resolve => setImmediate(resolve))
    this.deeds.push({ kind: 'sync-folder', folder, begun })
  }

  link(path: string, name: string): void {
    if (this.names.has(name)) throw failure('EEXIST', name)
    this.#enter(name, this.#named(path))
  }

  rename(path: string, name: string): void {
    this.names.set(name, this.#named(path))
    this.names.delete(path)
    this.deeds.push({ kind: 'rename', path, name })
  }

  remove(path: string): void {
    this.#named(path)
    this.names.delete(path)
    this.deeds.push({ kind: 'leave', path })
  }

  touch(path: string): void {
    this.#named(path)
  }

  status(path: string): FileStatus | undefined {
    const file = this.names.get(path)
    const owner = process.getuid?.() ?? 0
    // Folders are made of the paths of files, and always there.
    if (file === undefined && !path.endsWith('.ndjson') && !/\.(locks|owners)\/./.test(path))
      return { size: 0, mode: PRIVATE_FOLDER, owner, identity: 0, modifiedAt: 0 }
    if (file === undefined) return undefined
    return { size: file.bytes.length, mode: 0o100600, owner, identity: file.number, modifiedAt: 0 }
  }

  text(path: string): string | undefined {
    return this.names.get(path)?.bytes.toString('utf8')
  }

  async list(folder: string): Promise<readonly string[]> {
    const inside = `${folder}/`
    return [...this.names.keys()]
      .filter(path => path.startsWith(inside) && !path.slice(inside.length).includes('/'))
      .map(path => path.slice(inside.length))
  }

  makeFolder(): void {}

  free(): number {
    return Number.MAX_SAFE_INTEGER
  }

  #enter(path: string, file: File): void {
    this.names.set(path, file)
    this.deeds.push({ kind: 'enter', path, file: file.number })
  }

  #named(path: string): File {
    const file = this.names.get(path)
    if (file === undefined) throw failure('ENOENT', path)
    return file
  }

  #handle(handle: number): Handle {
    const open = this.#handles.get(handle)
    if (open === undefined) throw failure('EBADF', String(handle))
    return open
  }
}

/** The bytes with others put over them; what lies between is zero. */
export function overlaid(bytes: Buffer, over: Buffer, at: number): Buffer {
  const result = resized(bytes, Math.max(bytes.length, at + over.length))
  over.copy(result, at)
  return result
}

export function resized(bytes: Buffer, length: number): Buffer {
  const result = Buffer.alloc(length)
  bytes.copy(result, 0, 0, length)
  return result
}

function failure(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: ${what}`), { code })
}
