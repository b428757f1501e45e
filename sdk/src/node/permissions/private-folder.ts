/** A folder that only its user can read, in which one process at a time changes something, whoever dies in between. */

import { absent, type FileSystem } from '../journal/file-system.js'
import { demandPrivate } from '../journal/folder.js'
import { dropLock, takeLock } from '../journal/lock.js'
import { isAlive, Presence, readOwner } from '../journal/owner.js'

const PATIENCE_MILLISECONDS = 5_000
const WRITING_MILLISECONDS = 60_000
const SHORTEST_PAUSE = 1
const LONGEST_PAUSE = 20

export class PrivateFolder {
  readonly path: string
  readonly #files: FileSystem
  readonly #presence: Presence
  readonly #patience: number
  #isPrepared = false
  /** In this process everybody waits for the one before. */
  #last: Promise<unknown> = Promise.resolve()

  /** `patience` is how many milliseconds a turn is waited for. */
  constructor(path: string, files: FileSystem, patience = PATIENCE_MILLISECONDS) {
    this.path = path
    this.#files = files
    this.#patience = patience
    this.#presence = new Presence(files, { owner: token => `${path}/.owners/${token}` })
  }

  /** Does it while nobody else changes anything here; rejects when it never gets its turn. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(() => this.#locked(work))
    this.#last = mine.catch(() => {})
    return mine
  }

  /** Nothing is held here any more. It may be used again. */
  async leave(): Promise<void> {
    await this.#last
    this.#presence.leave()
  }

  async #locked<T>(work: () => Promise<T>): Promise<T> {
    await this.#prepare()
    const lock = `${this.path}/.lock`
    await this.#take(lock)
    try {
      return await work()
    } finally {
      dropLock(this.#files, lock)
    }
  }

  async #take(lock: string): Promise<void> {
    const until = Date.now() + this.#patience
    for (let pause = SHORTEST_PAUSE; !takeLock(this.#files, this.#presence, lock); ) {
      if (Date.now() > until) throw new Error(`${lock} is held by another process`)
      await new Promise(resolve => setTimeout(resolve, pause))
      pause = Math.min(2 * pause, LONGEST_PAUSE)
    }
  }

  async #prepare(): Promise<void> {
    if (this.#isPrepared) return
    const owners = `${this.path}/.owners`
    for (const folder of [this.path, owners]) {
      this.#files.makeFolder(folder)
      demandPrivate(this.#files, folder)
    }
    await this.#sweep(owners)
    this.#isPrepared = true
  }

  /** Whoever was killed left its name behind. One that is being written looks like that of somebody dead. */
  async #sweep(owners: string): Promise<void> {
    for (const name of await this.#files.list(owners)) {
      const path = `${owners}/${name}`
      const owner = readOwner(this.#files, path)
      const age = Date.now() - (this.#files.status(path)?.modifiedAt ?? Date.now())
      if (owner === undefined || age < WRITING_MILLISECONDS || isAlive(this.#files, path, owner)) continue
      absent(() => this.#files.remove(path))
    }
  }
}
