/** A small life of a journal on a recording disk: what it did to the disk, and what it promised at which point. */
import { type DiskJournal, diskJournal } from '@parley/acp/node'
import type { Entry, SessionLog } from '@parley/acp/store'
import type { Random } from '../fuzz/random.js'
import { Disk } from './disk.js'

export const DIRECTORY = '/journal'
export const SEGMENT_BYTES = 2_500

/** One session from its making to its deletion. Points count the deeds of the disk. */
export interface Life {
  readonly id: string
  /** The text of each entry, and when it was appended and acknowledged. */
  readonly entries: { readonly text: string; readonly appended: number; acknowledged: number }[]
  begun: number
  made: number
  deleting: number
  deleted: number
}

export interface History {
  readonly disk: Disk
  readonly lives: readonly Life[]
  readonly isSynced: boolean
}

const NEVER = Number.POSITIVE_INFINITY
const SESSIONS = 4
const STEPS = 40

/** Lives one life, all of whose choices come from `random`. */
export async function live(random: Random, isSynced: boolean): Promise<History> {
  const disk = new Disk([], true)
  const journal = diskJournal({
    directory: DIRECTORY,
    files: disk,
    isSynced,
    segmentBytes: SEGMENT_BYTES,
    gatherMilliseconds: 0,
    openFiles: 2,
  })
  const author = new Author(journal, disk, random)
  for (let step = 0; step < STEPS; step++) await author.step()
  await author.end()
  return { disk, lives: author.lives, isSynced }
}

class Author {
  readonly lives: Life[] = []
  readonly #journal: DiskJournal
  readonly #disk: Disk
  readonly #random: Random
  readonly #logs = new Map<string, SessionLog>()
  readonly #promises: Promise<void>[] = []

  constructor(journal: DiskJournal, disk: Disk, random: Random) {
    this.#journal = journal
    this.#disk = disk
    this.#random = random
  }

  async step(): Promise<void> {
    const id = `s${this.#random.below(SESSIONS)}`
    const life = this.lives.findLast(known => known.id === id && known.deleting === NEVER)
    const log = this.#logs.get(id)
    const choice = this.#random.below(20)
    if (life === undefined) await this.#create(id)
    else if (log === undefined && choice < 8) await this.#delete(life)
    else if (log === undefined) this.#logs.set(id, await this.#journal.acquire(id))
    else if (choice < 2) await this.#release(id, log)
    else if (choice === 2) await this.#read(id)
    else if (choice < 5) await Promise.all(this.#promises.splice(0))
    else this.#append(life, log)
    if (this.#random.chance(0.3)) await new Promise(resolve => setImmediate(resolve))
  }

  async end(): Promise<void> {
    await Promise.all(this.#promises)
    await this.#journal.close()
  }

  get #now(): number {
    return this.#disk.deeds.length
  }

  async #create(id: string): Promise<void> {
    const life = { id, entries: [], begun: this.#now, made: NEVER, deleting: NEVER, deleted: NEVER }
    this.lives.push(life)
    this.#logs.set(id, await this.#journal.create({ id, cwd: '/w' }))
    life.made = this.#now
  }

  async #delete(life: Life): Promise<void> {
    life.deleting = this.#now
    await this.#journal.delete(life.id)
    life.deleted = this.#now
  }

  async #release(id: string, log: SessionLog): Promise<void> {
    await log.release()
    this.#logs.delete(id)
  }

  async #read(id: string): Promise<void> {
    for await (const _entry of this.#journal.read(id)) if (this.#random.chance(0.2)) return
  }

  #append(life: Life, log: SessionLog): void {
    const count = this.#random.between(1, this.#random.chance(0.1) ? 30 : 4)
    for (let index = 0; index < count; index++) {
      const size = this.#random.chance(0.1) ? this.#random.below(1_500) : this.#random.below(40)
      const text = `${life.id} ${life.begun} ${life.entries.length + 1} ${'x'.repeat(size)}`
      const entry = { text, appended: this.#now, acknowledged: NEVER }
      life.entries.push(entry)
      const promise = log.append(toEntry(text)) ?? Promise.resolve()
      this.#promises.push(
        promise.then(() => {
          entry.acknowledged = this.#now
        }),
      )
    }
  }
}

/** The entry that says this text. */
export function toEntry(text: string): Entry {
  const content = { type: 'text', text } as const
  return { kind: 'update', contract: 'v1', update: { sessionUpdate: 'agent_message_chunk', content } }
}
