/** Where another terminal can come to this worker: a socket that is listened on, and the note that says what is here. */

import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { replaceFile } from '../../agents/private-file.js'
import { noteIn, openRunningFolder, runningFolders, socketIn } from '../../running/folder.js'
import type { Shell } from '../../shell.js'
import type { RunningState } from '../event.js'

/** What others are told of this worker. */
export interface Note {
  readonly cwd: string
  readonly title: string
  readonly state?: RunningState | undefined
  readonly hasTerminal?: boolean | undefined
}

const MOST_TITLE = 200

export class Landing {
  readonly id = [...randomBytes(8)].map(byte => 'abcdefghijkmnpqrstuvwxyz23456789'[byte % 32]).join('')
  readonly #since = Date.now()
  #folder: string | undefined
  #server: Server | undefined
  #note: Note
  #writing: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(note: Note) {
    this.#note = note
  }

  /** Resolves when others can find it. Rejects with what is wrong with the best folder where none can be used. */
  async open(shell: Pick<Shell, 'env'>, arrive: (socket: Socket) => void): Promise<void> {
    const troubles: unknown[] = []
    for (const folder of runningFolders(shell))
      try {
        return await this.#openIn(folder, arrive)
      } catch (error) {
        troubles.push(error)
      }
    throw troubles[0] ?? new Error('the names of all folders for it are too long')
  }

  async #openIn(folder: string, arrive: (socket: Socket) => void): Promise<void> {
    await openRunningFolder(folder)
    const server = createServer(arrive)
    const path = socketIn(folder, this.id)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
    })
    if (this.#isClosed) {
      server.close()
      return
    }
    // It is the work, not the waiting for others, that keeps a worker alive.
    server.unref()
    this.#server = server
    this.#folder = folder
    process.once('exit', () => this.#clear())
    await chmod(path, 0o600)
    await this.describe(this.#note)
  }

  /** Tells others something else; never rejects. */
  describe(note: Note): Promise<void> {
    this.#note = { ...note, title: note.title.slice(0, MOST_TITLE) }
    this.#writing = this.#writing.then(() => this.#write()).catch(() => {})
    return this.#writing
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#writing
    this.#server?.close()
    this.#clear()
  }

  async #write(): Promise<void> {
    if (this.#folder === undefined || this.#isClosed) return
    const note = { id: this.id, pid: process.pid, since: this.#since, ...this.#note }
    await replaceFile(noteIn(this.#folder, this.id), JSON.stringify(note))
  }

  #clear(): void {
    if (this.#folder === undefined) return
    rmSync(noteIn(this.#folder, this.id), { force: true })
    rmSync(socketIn(this.#folder, this.id), { force: true })
  }
}
