/** What happens to the files of a journal when a session is begun, taken, given back or deleted, in the order that lasts. */

import { JournalError, type SessionHeader } from '../../store/index.js'
import { toRecord } from '../../store/session-record.js'
import { CommitLog } from './commit-log.js'
import { Failure, toRefusal } from './failure.js'
import { absent, codeOf, type FileSystem } from './file-system.js'
import { Folder, notFound } from './folder.js'
import { Handles, syncPath, writeAll } from './handles.js'
import type { Keeper } from './keeper.js'
import { headerLine, sumOf } from './line.js'
import { dropLock, takeLock } from './lock.js'
import type { DiskJournalSettings } from './options.js'
import { Presence } from './owner.js'
import { recoverAll } from './recovery.js'
import { corrupted, survey } from './session-file.js'
import { SessionIndex } from './session-index.js'
import { Tail } from './tail.js'
import { WriteBatch } from './write-batch.js'

export class Store {
  readonly files: FileSystem
  readonly folder: Folder
  readonly presence: Presence
  readonly index: SessionIndex
  readonly keeper: Keeper
  readonly #settings: DiskJournalSettings
  readonly #failure = new Failure()
  readonly #handles: Handles
  #opening: Promise<void> | undefined
  /** A file was removed, and a loss of power may bring it back. */
  #owesNames = false

  constructor(settings: DiskJournalSettings) {
    const { files, directory, isSynced, openFiles } = settings
    this.files = files
    this.folder = new Folder(directory)
    this.presence = new Presence(files, this.folder)
    this.index = new SessionIndex(files, this.folder)
    this.#settings = settings
    this.#handles = new Handles(files, openFiles)
    const { folder } = this
    const failure = this.#failure
    this.keeper = isSynced
      ? new CommitLog({ ...settings, folder, failure, token: this.presence.token })
      : new WriteBatch(failure)
  }

  /** Makes the folders and mends what a crash left, once, before anything else. */
  open(): Promise<void> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      // A disk that was full then may have room by now.
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }

  async #open(): Promise<void> {
    this.folder.prepare(this.files)
    await recoverAll(this)
  }

  /** The error with which something new is refused when less than the reserve is free. */
  lacksRoom(): JournalError | undefined {
    return this.files.free(this.folder.path) < this.#settings.reserveBytes
      ? new JournalError('store_full', 'The disk is nearly full')
      : undefined
  }

  async create(header: SessionHeader): Promise<Tail> {
    this.#failure.demandAlive()
    const full = this.lacksRoom()
    if (full !== undefined) throw full
    this.#lock(header.id)
    const createdAt = Date.now()
    const line = headerLine({ ...header, createdAt })
    const bytes = Buffer.from(line)
    const path = this.folder.session(header.id)
    try {
      await this.#make(path, bytes)
    } catch (error) {
      dropLock(this.files, this.folder.lock(header.id))
      throw codeOf(error) === 'EEXIST' ? taken() : toRefusal(error)
    }
    const record = toRecord(header, createdAt)
    const tail = this.#toTail(path, { record, seed: sumOf(bytes.subarray(0, -1)), seq: 0, end: bytes.length })
    this.index.note(tail.extent)
    return tail
  }

  /** Takes a session, drops what a crash left half written at its end, and knows then where to go on. */
  async acquire(id: string): Promise<Tail> {
    this.#failure.demandAlive()
    const path = this.folder.session(id)
    if (this.files.status(path) === undefined) throw notFound(id)
    this.#lock(id)
    try {
      const verdict = await survey(this.files, { path, id })
      if (verdict.hasGap) throw corrupted(id)
      if (verdict.hasTail) this.#cut(path, verdict.end)
      // Somebody else may have written it without making it last.
      if (this.#settings.isSynced) await syncPath(this.files, path)
      return this.#toTail(path, verdict)
    } catch (error) {
      dropLock(this.files, this.folder.lock(id))
      throw error
    }
  }

  /** Gives a session back. After a failure the lock stays: nobody may go on without what the commit log holds. */
  async release(tail: Tail): Promise<void> {
    await this.keeper.settle(tail)
    this.giveBack(tail)
  }

  /** For a session whose file lasts. */
  giveBack(tail: Tail): void {
    tail.close()
    this.index.note(tail.extent)
    this.index.write()
    dropLock(this.files, this.folder.lock(tail.extent.record.id))
  }

  async delete(id: string): Promise<void> {
    const path = this.folder.session(id)
    if (this.files.status(path) === undefined) return this.#settleNames()
    this.#lock(id)
    try {
      absent(() => this.files.remove(path))
      this.#owesNames = this.#settings.isSynced
      this.index.forget(id)
      this.index.write()
      await this.#settleNames()
    } finally {
      dropLock(this.files, this.folder.lock(id))
    }
  }

  async close(): Promise<void> {
    if (this.#opening === undefined) return
    // What could not be opened has nothing to close.
    const isOpen = await this.#opening.then(
      () => true,
      () => false,
    )
    if (!isOpen) return
    await this.keeper.close()
    this.index.write()
    this.presence.leave()
  }

  /** Who was refused when the file was gone already, and asks again, is told only when it stays gone. */
  async #settleNames(): Promise<void> {
    if (!this.#owesNames) return
    await this.files.syncFolder(this.folder.path)
    this.#owesNames = false
  }

  #lock(id: string): void {
    if (!takeLock(this.files, this.presence, this.folder.lock(id)))
      throw new JournalError('session_locked', `Session ${id} is being written by another process`)
  }

  #toTail(path: string, extent: Tail['extent']): Tail {
    return new Tail(path, extent, { files: this.files, handles: this.#handles })
  }

  async #make(path: string, bytes: Uint8Array): Promise<void> {
    // Only what was made here is removed again: what could not be opened may be a session of before.
    const file = this.files.open(path, 'create')
    try {
      await this.#fill(file, bytes)
    } catch (error) {
      absent(() => this.files.remove(path))
      throw error
    }
  }

  async #fill(file: number, bytes: Uint8Array): Promise<void> {
    try {
      writeAll(this.files, file, { bytes, at: 0 })
      if (this.#settings.isSynced) await this.files.sync(file)
    } finally {
      this.files.close(file)
    }
    if (this.#settings.isSynced) await this.files.syncFolder(this.folder.path)
  }

  #cut(path: string, length: number): void {
    const file = this.files.open(path, 'write')
    try {
      this.files.truncate(file, length)
    } finally {
      this.files.close(file)
    }
  }
}

function taken(): JournalError {
  return new JournalError('session_locked', 'A session with this id is there already')
}
