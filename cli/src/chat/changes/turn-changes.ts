/**
 * What the turns of one conversation change in its directory, whoever does it: a baseline before each prompt, a comparison
 * when the turn is over, and the way back. Knows nothing of agents. Nothing is kept after `close`.
 */

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Environment, pinRoot, type Root } from '@parley/acp/node'
import type { TurnChange } from '../event.js'
import { findRepository } from '../git/repository.js'
import { type Difference, difference } from './difference.js'
import { GitView } from './git-view.js'
import { PrivateStore } from './private-store.js'
import { type Restored, restore, reversed } from './restoring.js'
import type { Kept } from './sight.js'
import { CLOCK_STEP, mostBytes, type Snapshot, takeSnapshot } from './snapshot.js'
import { toTurnChanges, toTurnPaths } from './turn-change.js'

export interface TurnChangesOptions {
  /** The directory of the conversation; nothing outside of it is read or written. */
  readonly cwd: string
  /** A folder for copies, of this program alone. */
  readonly state: string
  readonly env: Environment
  /** How long a prompt waits for its baseline, in milliseconds. */
  readonly patience?: number | undefined
  /** Called when it is closed. */
  readonly onClose?: (() => void) | undefined
}

export interface Undone {
  /** What had been taken back was done again. */
  readonly isAgain?: boolean | undefined
  readonly restored: readonly string[]
  readonly kept: readonly { readonly path: string; readonly why: string }[]
}

const TAKING_MILLISECONDS = 2_000
const PATIENCE_MILLISECONDS = 300
const COMPARING_MILLISECONDS = 10_000

interface Ground {
  readonly store: PrivateStore
  readonly root: Root
}

export class TurnChanges {
  readonly #options: TurnChangesOptions
  #ground: Promise<Ground> | undefined
  /** The latest one that was taken: what it kept need not be copied again. */
  #latest: Snapshot | undefined
  /** Of the turn that runs. */
  #baseline: Promise<Snapshot | undefined> | undefined
  /** Of the turn that is over. */
  #difference: Difference | undefined
  /** It was taken back: what stands there now is the way to do it again, until the next turn. */
  #isTakenBack = false
  /** Of a turn before: it stands until another one changes something, so that a question in between takes nothing away. */
  #earlier: Difference | undefined
  #absence: string | undefined
  /** One thing at a time. */
  #last: Promise<unknown> = Promise.resolve()
  readonly #closing = new AbortController()

  constructor(options: TurnChangesOptions) {
    this.#options = options
  }

  /** Why it is not known what the turn changed; nothing where it is. */
  get absence(): string | undefined {
    return this.#absence
  }

  /** Copies ahead of the first prompt what its baseline will need. Never throws; need not be waited for. */
  async prepare(): Promise<void> {
    await this.#inTurn(() => this.#take(COMPARING_MILLISECONDS)).catch(() => {})
  }

  /**
   * To be called before a prompt is sent. Waits a moment; a baseline that is not taken by then counts only if no file that
   * it kept was changed after the prompt went: else what the turn changed is not known, rather than told wrong.
   */
  async begin(): Promise<void> {
    // Where nobody knows what the last turn changed, the one before it is still the latest that is known.
    this.#earlier = this.#isTakenBack ? undefined : (this.#difference ?? this.#earlier)
    this.#difference = undefined
    this.#isTakenBack = false
    this.#absence = undefined
    let sentAt = Number.POSITIVE_INFINITY
    this.#baseline = this.#inTurn(() => this.#take(TAKING_MILLISECONDS)).then(
      snapshot => {
        if (snapshot.youngest < sentAt - CLOCK_STEP) return snapshot
        this.#absence = 'files were changed before it could be seen how they were'
        return undefined
      },
      (error: unknown) => {
        this.#absence = reasonOf(error)
        return undefined
      },
    )
    const { patience = PATIENCE_MILLISECONDS } = this.#options
    await Promise.race([this.#baseline, pause(patience, undefined, { ref: false })])
    sentAt = Date.now()
  }

  /** The turn is over. Absolute paths of what it changed, as far as that is known. */
  async end(): Promise<readonly string[]> {
    const baseline = await this.#baseline
    this.#baseline = undefined
    if (baseline === undefined) return []
    try {
      const found = await this.#inTurn(() => this.#compare(baseline))
      const isSame = isEmpty(found)
      this.#difference = isSame ? (this.#earlier ?? found) : found
      return isSame ? [] : toTurnPaths(found, this.#options.cwd)
    } catch (error) {
      this.#absence = reasonOf(error)
      return []
    }
  }

  /** What the last turn changed that changed anything; while one runs, what it has changed so far. */
  async compare(): Promise<readonly TurnChange[]> {
    const baseline = await this.#baseline
    const current =
      baseline === undefined ? this.#difference : await this.#inTurn(() => this.#compare(baseline))
    const found = baseline !== undefined && isEmpty(current) ? (this.#earlier ?? current) : current
    if (found === undefined) return []
    const { store } = await this.#open()
    return toTurnChanges(found, { store, cwd: this.#options.cwd })
  }

  /** Takes back what the last turn changed, or does again what was taken back. Rejects while a turn runs. */
  async undo(): Promise<Undone> {
    if (this.#baseline !== undefined) throw new Error('The turn is still running: cancel it first.')
    return this.#inTurn(async () => {
      const found = this.#difference
      if (found === undefined) return { restored: [], kept: [] }
      const startedAt = Date.now()
      const { store, root } = await this.#open()
      const { changes, kept } = await restore(found, { store, root, most: mostBytes(this.#latest?.view) })
      const isAgain = this.#isTakenBack
      if (changes.length > 0) {
        this.#difference = { changes: reversed(changes), cut: 0, leftAlone: [], startedAt }
        this.#isTakenBack = !isAgain
      }
      return { ...this.#toUndone({ changes, kept }, found.cut), ...(isAgain && { isAgain }) }
    })
  }

  /** Removes everything that was kept. */
  async close(): Promise<void> {
    // Nobody waits for what git would still find.
    this.#closing.abort()
    this.#options.onClose?.()
    await this.#last.catch(() => {})
    const ground = await this.#ground?.catch(() => undefined)
    await ground?.root.close()
    await ground?.store.close()
  }

  #toUndone({ changes, kept }: Restored, cut: number): Undone {
    const { cwd } = this.#options
    const more = cut === 0 ? [] : [{ path: cwd, why: `${cut} more files changed than are kept` }]
    return {
      restored: changes.map(({ path }) => join(cwd, path)),
      kept: [...kept.map(({ path, why }) => ({ path: join(cwd, path), why })), ...more],
    }
  }

  async #take(deadline: number): Promise<Snapshot> {
    const { store, root } = await this.#open()
    const signal = this.#within(deadline)
    const repository = await findRepository(root.path)
    const view =
      repository === undefined ? undefined : await GitView.open(store.place(), repository, this.#options.env)
    const taking = { root: root.path, store, signal, previous: this.#latest }
    this.#latest = await takeSnapshot({ ...taking, view }).catch((error: unknown) => {
      // Git cannot read it, or is not there.
      if (view === undefined || signal.aborted) throw error
      return takeSnapshot({ ...taking, view: undefined })
    })
    await store.keepOnly(copiesOf(this.#latest, this.#difference ?? this.#earlier))
    return this.#latest
  }

  async #compare(baseline: Snapshot): Promise<Difference> {
    const { store, root } = await this.#open()
    const signal = this.#within(COMPARING_MILLISECONDS)
    return difference(baseline, { root: root.path, store, signal })
  }

  #within(milliseconds: number): AbortSignal {
    return AbortSignal.any([this.#closing.signal, AbortSignal.timeout(milliseconds)])
  }

  #open(): Promise<Ground> {
    if (this.#closing.signal.aborted) throw new Error('The conversation is closed.')
    this.#ground ??= openGround(this.#options)
    return this.#ground
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work)
    this.#last = done.catch(() => {})
    return done
  }
}

async function openGround({ cwd, state }: TurnChangesOptions): Promise<Ground> {
  // The person chose it, and only what is listed in it is ever touched.
  const root = await pinRoot(cwd, { allowBroadRoots: true })
  try {
    return { root, store: await PrivateStore.open(state) }
  } catch (error) {
    await root.close()
    throw error
  }
}

function copiesOf({ files, view }: Snapshot, found: Difference | undefined): ReadonlySet<string> {
  const copies = new Set<string>(view === undefined ? [] : [view.name])
  const add = (kept: Kept): void => {
    if (kept.is === 'file') copies.add(kept.copy)
  }
  for (const held of files.values()) if ('kept' in held) add(held.kept)
  for (const { before, after } of found?.changes ?? []) {
    add(before)
    add(after)
  }
  return copies
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it could not be found out'
  return /^(Timeout|Abort)Error$/.test(error.name)
    ? 'there are too many files to look at in time'
    : error.message
}

const isEmpty = (found: Difference | undefined): boolean => found?.changes.length === 0 && found.cut === 0
