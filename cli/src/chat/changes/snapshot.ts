/** How the files of a directory are at a moment: those that a repository has, by name; copies of all others, within bounds. */

import { dirname, join } from 'node:path'
import type { GitView } from './git-view.js'
import { type Recorded, walk } from './listing.js'
import type { PrivateStore } from './private-store.js'
import { glance, isStraight, type Kept, keep, seeInside } from './sight.js'

export interface Held {
  readonly kept: Kept
  readonly identity: string
  /** It was younger than clocks can tell when it was looked at: the same identity proves nothing. */
  readonly isFresh: boolean
}

export interface Snapshot {
  readonly files: ReadonlyMap<string, Recorded | Held>
  readonly leftAlone: readonly string[]
  readonly startedAt: number
  /** When the youngest of the files changed. */
  readonly youngest: number
  readonly view: GitView | undefined
}

export interface Taking {
  readonly root: string
  readonly store: PrivateStore
  readonly view: GitView | undefined
  /** What was kept before and is still the same is not copied again. */
  readonly previous: Snapshot | undefined
  readonly signal: AbortSignal
}

const MEGABYTE = 1_000_000
const MOST_COPIES = 5_000
/** Clocks of file systems go in steps. */
export const CLOCK_STEP = 50

/** How large a file may be to be kept. */
export const mostBytes = (view: GitView | undefined): number => (view === undefined ? MEGABYTE : 5 * MEGABYTE)

export async function takeSnapshot(taking: Taking): Promise<Snapshot> {
  const { root, view, signal } = taking
  const startedAt = Date.now()
  const listing = view === undefined ? await walk(root, signal) : await view.list(signal)
  const files = new Map<string, Recorded | Held>()
  const copier = new Copier(taking)
  const waiting: string[] = []
  for (const [path, recorded] of listing.files)
    if (recorded === undefined) waiting.push(path)
    else files.set(path, recorded)
  const work = async (): Promise<void> => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      signal.throwIfAborted()
      const held = await copier.hold(path)
      if (held !== undefined) files.set(path, held)
    }
  }
  // All of them: whoever is told that it failed may take the store away.
  const ends = await Promise.allSettled(Array.from({ length: 8 }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return { files, leftAlone: listing.leftAlone, startedAt, youngest: copier.youngest, view }
}

class Copier {
  readonly #taking: Taking
  readonly #folders = new Map<string, Promise<boolean>>()
  #copies = 0
  #bytes = 0
  youngest = 0

  constructor(taking: Taking) {
    this.#taking = taking
  }

  /** Nothing where nothing stands there: a file that was deleted is still listed. */
  async hold(path: string): Promise<Held | undefined> {
    const { root, store, view, previous } = this.#taking
    if (!(await this.#isInside(dirname(join(root, path))))) return undefined
    const facts = await glance(join(root, path))
    if (facts === undefined) return undefined
    this.youngest = Math.max(this.youngest, facts.changedAt)
    const before = previous?.files.get(path)
    if (before !== undefined && 'kept' in before && !before.isFresh && before.identity === facts.identity)
      return this.#count(before)
    const room = Math.min(mostBytes(view), this.#room())
    const { found, identity, changedAt } = await seeInside(root, path, mostBytes(view))
    if (found.is === 'absent') return undefined
    const isFresh = changedAt > Date.now() - CLOCK_STEP
    if (found.is === 'file' && (found.bytes.length > room || this.#copies >= MOST_COPIES))
      return { kept: { is: 'unknown', why: 'there was too much to keep' }, identity, isFresh }
    return this.#count({ kept: await keep(found, store), identity, isFresh })
  }

  /** What is behind a link is no part of the folder, whatever a list of files says. */
  #isInside(folder: string): Promise<boolean> {
    const known = this.#folders.get(folder) ?? isStraight(folder)
    this.#folders.set(folder, known)
    return known
  }

  #count(held: Held): Held {
    if (held.kept.is === 'file') {
      this.#copies++
      this.#bytes += held.kept.size
    }
    return held
  }

  #room(): number {
    return (this.#taking.view === undefined ? 50 : 100) * MEGABYTE - this.#bytes
  }
}
