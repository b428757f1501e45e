/**
 * What the user allowed for longer than a session, in a file outside of every workspace, which several processes may
 * share. It is written anew as a whole, by one at a time.
 */

import { type Grant, readGrant } from '../../guard/index.js'
import { absent, type FileStatus, type FileSystem, nodeFileSystem } from '../journal/file-system.js'
import { writeAll } from '../journal/handles.js'
import { PrivateFolder } from './private-folder.js'

/** Where a memory stands, and whose time it goes by. */
export interface GrantMemoryOptions {
  readonly folder: string
  readonly now: () => number
  readonly files?: FileSystem | undefined
}

/** More than anybody has clicked; the file cannot grow without end. */
const MOST_GRANTS = 10_000
const MOST_BYTES = 16 * 1024 * 1024

export class StoredGrants {
  readonly #files: FileSystem
  readonly #now: () => number
  readonly #path: string
  readonly #private: PrivateFolder
  #known: { readonly mark: string; readonly grants: readonly Grant[] } | undefined

  constructor({ folder, now, files = nodeFileSystem() }: GrantMemoryOptions) {
    this.#files = files
    this.#now = now
    this.#path = `${folder}/grants.json`
    this.#private = new PrivateFolder(folder, files)
  }

  /** Everything that is remembered now, also what another process has added. */
  async list(): Promise<readonly Grant[]> {
    const now = this.#now()
    return (await this.#stored()).filter(grant => isYoung(grant, now))
  }

  async add(grant: Grant): Promise<void> {
    if (grant.scope === 'session') throw new Error('what ends with a session is not kept longer')
    await this.#change(grants => [...grants, grant])
  }

  /** Whether there was such a grant. */
  async revoke(id: string): Promise<boolean> {
    const isThere = (await this.list()).some(grant => grant.id === id)
    if (isThere) await this.#change(grants => grants.filter(grant => grant.id !== id))
    return isThere
  }

  leave(): Promise<void> {
    return this.#private.leave()
  }

  async #stored(): Promise<readonly Grant[]> {
    const status = absent(() => this.#files.status(this.#path))
    if (status === undefined) return []
    const mark = markOf(status)
    if (this.#known?.mark === mark) return this.#known.grants
    const grants = toGrants(await this.#text(status.size))
    this.#known = { mark, grants }
    return grants
  }

  async #text(size: number): Promise<string> {
    if (size > MOST_BYTES) throw new Error(`${this.#path} is too large`)
    const file = this.#files.open(this.#path, 'read')
    try {
      const bytes = Buffer.alloc(size)
      let length = 0
      for (let count = 1; count > 0 && length < size; length += count)
        count = await this.#files.read(file, bytes.subarray(length), length)
      return bytes.toString('utf8', 0, length)
    } finally {
      this.#files.close(file)
    }
  }

  /** Read under the lock, so that nothing another process remembered is lost. */
  #change(edit: (grants: readonly Grant[]) => readonly Grant[]): Promise<void> {
    return this.#private.alone(async () => {
      const now = this.#now()
      const kept = edit(await this.#stored()).filter(grant => isYoung(grant, now))
      await this.#replace(`${JSON.stringify({ format: 1, grants: kept.slice(-MOST_GRANTS) }, null, 2)}\n`)
      this.#known = undefined
    })
  }

  async #replace(text: string): Promise<void> {
    const draft = `${this.#path}.draft`
    absent(() => this.#files.remove(draft))
    const file = this.#files.open(draft, 'create')
    try {
      writeAll(this.#files, file, { bytes: Buffer.from(text), at: 0 })
      await this.#files.sync(file)
    } finally {
      this.#files.close(file)
    }
    this.#files.rename(draft, this.#path)
    await this.#files.syncFolder(this.#private.path)
  }
}

function markOf({ size, identity, modifiedAt }: FileStatus): string {
  return [size, identity, modifiedAt].join(' ')
}

function isYoung({ expiresAt }: Grant, now: number): boolean {
  return expiresAt === undefined || now < expiresAt
}

function toGrants(text: string): readonly Grant[] {
  const { format, grants }: { format?: unknown; grants?: unknown } = JSON.parse(text)
  if (format !== 1 || !Array.isArray(grants)) throw foreign()
  return grants.map(value => {
    const grant = readGrant(value)
    // What ends with a session was never written here.
    if (grant === undefined || grant.scope === 'session') throw foreign()
    return grant
  })
}

function foreign(): Error {
  return new Error('the file of what was allowed is not one of ours')
}
