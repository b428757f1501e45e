/**
 * Keeps entries safe from a loss of power: one sync for all sessions that have something to keep. At once when nothing
 * else is going on, else together with what comes within a few milliseconds. The session files follow later.
 */

import type { SessionRecord } from '../../store/index.js'
import { Batch, refused } from './batch.js'
import type { Failure } from './failure.js'
import { type FileSystem, isUnopened } from './file-system.js'
import type { Folder } from './folder.js'
import { syncPath } from './handles.js'
import type { Keeper } from './keeper.js'
import { type Run, Segment } from './segment.js'
import type { Tail } from './tail.js'

const GATHER_ENTRIES = 256
const FOLD_CHARACTERS = 64 * 1024
const FOLD_MILLISECONDS = 1_000
const FOLDING_MILLISECONDS = 2

/** What a commit log stands on. */
export interface CommitPlace {
  readonly files: FileSystem
  readonly folder: Folder
  readonly failure: Failure
  /** Whose log it is. */
  readonly token: string
  /** How large a file of the log may grow before the next one is begun. */
  readonly segmentBytes: number
  /** How long what comes close behind a commit waits for more. */
  readonly gatherMilliseconds: number
}

interface GroupRun extends Run {
  count: number
  /** As it is with the last of these lines. */
  record: SessionRecord
}

class Group extends Batch {
  readonly runs = new Map<Tail, GroupRun>()
  readonly begun = performance.now()
  entries = 0
}

export class CommitLog implements Keeper {
  readonly #place: CommitPlace
  #group: Group | undefined
  #segment: Segment | undefined
  /** The one before, until the session files have what it holds. */
  #full: Segment | undefined
  #segments = 0
  #committing: Promise<void> | undefined
  #checkpoint: Promise<void> | undefined
  #lastEnd = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #folding: NodeJS.Timeout | undefined

  constructor(place: CommitPlace) {
    this.#place = place
  }

  keep(tail: Tail, line: string): Promise<void> {
    const { error } = this.#place.failure
    if (error !== undefined) return refused(error)
    const group = this.#group ?? this.#begin()
    const run = group.runs.get(tail)
    const { record } = tail
    if (run === undefined) {
      const { seed } = tail.extent
      group.runs.set(tail, { id: record.id, seed, count: 1, text: line, record })
      tail.kept = group.promise
    } else {
      run.count++
      run.record = record
      run.text += line
    }
    if (++group.entries === GATHER_ENTRIES) this.#hurry()
    return group.promise
  }

  async show(tail: Tail): Promise<void> {
    this.#hurry()
    // What was refused is nothing that could be shown.
    await tail.kept?.catch(() => {})
    this.#place.failure.demandAlive()
    this.#fold(tail)
  }

  async settle(tail: Tail): Promise<void> {
    await this.show(tail)
    await this.#attempt(() => syncPath(this.#place.files, tail.path))
  }

  async close(): Promise<void> {
    this.#hurry()
    while (this.#committing !== undefined) await this.#committing
    await this.#checkpoint
    clearTimeout(this.#folding)
    this.#folding = undefined
    this.#place.failure.demandAlive()
    if (this.#full !== undefined) await this.#retire(this.#full)
    this.#full = undefined
    if (this.#segment !== undefined) await this.#retire(this.#segment)
    this.#segment = undefined
  }

  #begin(): Group {
    const group = new Group()
    this.#group = group
    if (this.#committing === undefined) this.#plan(group)
    return group
  }

  /** Says when the group is to be committed: soon when there was no other just before it. */
  #plan(group: Group): void {
    const { gatherMilliseconds } = this.#place
    const isIdle = group.begun - this.#lastEnd > gatherMilliseconds
    const rest = gatherMilliseconds - (performance.now() - group.begun)
    if (isIdle) queueMicrotask(() => this.#group === group && this.#hurry())
    else if (rest <= 0 || group.entries >= GATHER_ENTRIES) this.#hurry()
    else this.#timer = setTimeout(() => this.#hurry(), rest)
  }

  #hurry(): void {
    if (this.#committing !== undefined || this.#group === undefined) return
    clearTimeout(this.#timer)
    const group = this.#group
    this.#group = undefined
    this.#committing = this.#commit(group).finally(() => this.#next())
  }

  async #commit(group: Group): Promise<void> {
    const segment = await this.#ready().catch((cause: unknown) => this.#refuse(group, cause))
    if (segment === undefined) return
    try {
      await segment.commit(group.runs.values())
      for (const [tail, run] of group.runs) this.#accept(segment, tail, run)
      group.resolve()
    } catch (cause) {
      group.reject(this.#place.failure.stop(cause))
    }
  }

  /** Nothing of it is anywhere. What came meanwhile is numbered behind it, and goes with it. */
  #refuse(group: Group, cause: unknown): undefined {
    const { failure } = this.#place
    const error = failure.refuse(cause)
    for (const each of [group, this.#group]) {
      if (failure.error === undefined) for (const tail of each?.runs.keys() ?? []) tail.retract()
      each?.reject(error)
    }
    this.#group = undefined
  }

  #next(): void {
    this.#committing = undefined
    this.#lastEnd = performance.now()
    const { error } = this.#place.failure
    if (error !== undefined) {
      this.#group?.reject(error)
      this.#group = undefined
      return
    }
    if (this.#segment !== undefined) this.#planFolding()
    if (this.#group !== undefined) this.#plan(this.#group)
  }

  /** Only now may it go into the session's file: whatever is unsafe there is safe here. */
  #accept(segment: Segment, tail: Tail, { text, count, record }: GroupRun): void {
    segment.tails.add(tail)
    tail.push(text, count)
    tail.confirm(record)
    if (tail.waiting < FOLD_CHARACTERS) return
    try {
      tail.write()
    } catch (cause) {
      // Safe here, it can wait for its file.
      if (!isUnopened(cause)) throw cause
    }
  }

  /** A new one when there is none or it is long enough. Where the next cannot be opened, this one goes on. */
  async #ready(): Promise<Segment> {
    const segment = this.#segment
    const isLong = segment !== undefined && segment.size >= this.#place.segmentBytes
    if (segment !== undefined && !(isLong && this.#full === undefined)) return segment
    try {
      this.#segment = await this.#open()
    } catch (cause) {
      if (segment === undefined || !isUnopened(cause)) throw cause
      return segment
    }
    this.#full = segment
    this.#retireFull()
    return this.#segment
  }

  #open(): Promise<Segment> {
    const { files, folder, token } = this.#place
    this.#segments++
    return Segment.create(files, folder, { token, number: this.#segments })
  }

  #retireFull(): void {
    const full = this.#full
    if (full === undefined || this.#checkpoint !== undefined) return
    this.#checkpoint = this.#retire(full)
      .then(
        () => {
          this.#full = undefined
        },
        () => this.#planFolding(),
      )
      .finally(() => {
        this.#checkpoint = undefined
      })
  }

  /** Now and then puts what waits where people look for it. */
  #planFolding(): void {
    const fold = (): void => {
      this.#retireFull()
      // Of whatever segment there is by then: one that is done with has its sessions written.
      this.#foldSome(this.#segment?.tails.values())
    }
    if (this.#place.failure.error === undefined) this.#folding ??= setTimeout(fold, FOLD_MILLISECONDS).unref()
  }

  /** For a short while only: of many sessions the rest waits until what came meanwhile is done. */
  #foldSome(tails: IterableIterator<Tail> | undefined): void {
    const until = performance.now() + FOLDING_MILLISECONDS
    this.#folding = undefined
    if (tails === undefined) return
    try {
      for (let next = tails.next(); next.done !== true; next = tails.next()) {
        if (!next.value.isClosed) this.#fold(next.value)
        if (performance.now() < until) continue
        this.#folding = setTimeout(() => this.#foldSome(tails), 1).unref()
        return
      }
      // What came for a session whose turn was over has its own turn.
      for (const tail of this.#segment?.tails ?? [])
        if (!tail.isClosed && tail.waiting > 0) return this.#planFolding()
    } catch {
      // A store that has stopped says so to whoever asks it next; a file that could not be opened can be later.
      this.#planFolding()
    }
  }

  #fold(tail: Tail): void {
    try {
      tail.write()
    } catch (cause) {
      throw this.#place.failure.refuse(cause)
    }
  }

  /** Makes the session files last, one after the other so that commits are not held up, and then needs it no more. */
  #retire(segment: Segment): Promise<void> {
    return this.#attempt(async () => {
      for (const tail of segment.tails) {
        if (tail.isClosed) continue
        tail.write()
        await syncPath(this.#place.files, tail.path)
      }
      segment.remove()
    })
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (cause) {
      throw this.#place.failure.refuse(cause)
    }
  }
}
