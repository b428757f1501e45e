/**
 * What was being written, kept while it is written and given back to whoever comes next. Each writer holds a place of
 * their own, so that two in one directory never write over each other; the place of a dead one is taken over.
 */

import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readBounded, replaceFile } from '../../agents/private-file.js'
import { holdLock } from '../../file-lock.js'
import { stateFolder } from '../../own-folder.js'
import type { Effect } from '../effect.js'
import type { TalkKey } from '../model/talk.js'
import type { Hands, Tell } from './hands.js'
import type { PromptHistory } from './prompt-history.js'

const QUIET_MILLISECONDS = 80
const MOST_BYTES = 16 * 1_024 * 1_024
const MOST_PLACES = 64

export interface DraftMeans {
  readonly tell: Tell
  readonly env: NodeJS.ProcessEnv
  readonly history: Pick<PromptHistory, 'read'>
}

/** Hears of every conversation that begins, and leaves it to others: it must be asked before them. */
export class Drafts implements Hands {
  readonly #means: DraftMeans
  readonly #slots = new Map<TalkKey, Promise<Slot | undefined>>()
  /** Written before its conversation began. */
  readonly #early = new Map<TalkKey, string>()
  readonly #given: Promise<void>[] = []
  #hasFailed = false

  constructor(means: DraftMeans) {
    this.#means = means
  }

  take(effect: Effect): boolean {
    if (effect.do === 'start') this.open(effect.talk, effect)
    if (effect.do === 'close') this.#give(effect.talk)
    if (effect.do !== 'save-draft') return false
    this.#keep(effect.talk, effect.text)
    return true
  }

  /** Gives a conversation what was being written here before. Once for each. */
  open(talk: TalkKey, { cwd, agent }: { readonly cwd: string; readonly agent: string }): void {
    if (this.#slots.has(talk)) return
    const folder = stateFolder('drafts', this.#means)
    const slot = takeSlot(folder, nameFor(cwd, agent)).catch((error: unknown) => this.#fail(error))
    this.#slots.set(talk, slot)
    void this.#recollect(talk, cwd, slot)
    const early = this.#early.get(talk)
    this.#early.delete(talk)
    if (early !== undefined) this.#keep(talk, early)
  }

  async #recollect(talk: TalkKey, cwd: string, coming: Promise<Slot | undefined>): Promise<void> {
    const [slot, history] = await Promise.all([coming, this.#means.history.read(cwd).catch(() => [])])
    const draft = slot?.found ?? ''
    if (draft !== '' || history.length > 0)
      this.#means.tell({ type: 'talk', talk, news: { is: 'remembered', draft, queue: [], history } })
  }

  #keep(talk: TalkKey, text: string): void {
    const slot = this.#slots.get(talk)
    if (slot === undefined) this.#early.set(talk, text)
    else void slot.then(found => found?.keep(text, error => this.#fail(error)))
  }

  /** A conversation is over: what was being written in it is for the next one. */
  #give(talk: TalkKey): void {
    const slot = this.#slots.get(talk)
    this.#slots.delete(talk)
    if (slot !== undefined) this.#given.push(slot.then(found => found?.close()))
  }

  /** Said once: whoever writes can do nothing about it now. */
  #fail(error: unknown): undefined {
    if (this.#hasFailed) return
    this.#hasFailed = true
    const why = error instanceof Error ? error.message : String(error)
    this.#means.tell({ type: 'remark', kind: 'warning', text: `What you write cannot be kept: ${why}` })
  }

  async close(): Promise<void> {
    for (const talk of [...this.#slots.keys()]) this.#give(talk)
    await Promise.all(this.#given)
  }
}

const nameFor = (cwd: string, agent: string): string =>
  createHash('sha256')
    .update(JSON.stringify([cwd, agent]))
    .digest('hex')
    .slice(0, 24)

/** The place with the latest draft that nobody holds, else a free one. */
async function takeSlot(folder: string, name: string): Promise<Slot | undefined> {
  const all = Array.from({ length: MOST_PLACES }, (_, index) => join(folder, `${name}-${index}`))
  const kept = await withDrafts(folder, all)
  for (const path of [...kept, ...all.filter(each => !kept.includes(each))]) {
    const release = await holdLock(path, 0).catch((error: unknown) => {
      if (error instanceof Error && 'reason' in error && error.reason === 'locked') return undefined
      throw error
    })
    if (release !== undefined)
      return new Slot(path, release, await readBounded(path, MOST_BYTES).catch(() => ''))
  }
  return undefined
}

/** Those with something in them, the latest first. */
async function withDrafts(folder: string, paths: readonly string[]): Promise<readonly string[]> {
  const names = new Set(await readdir(folder).catch(() => []))
  const found = paths.filter(path => names.has(path.slice(folder.length + 1)))
  const times = await Promise.all(
    found.map(path =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  return found
    .map((path, index) => ({ path, time: times[index] ?? 0 }))
    .sort((one, other) => other.time - one.time)
    .map(({ path }) => path)
}

/** One place: written at most once at a time, and always the latest. */
class Slot {
  readonly found: string
  readonly #path: string
  readonly #release: () => Promise<void>
  #unsaved: string | undefined
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #fail: (error: unknown) => void = () => undefined

  constructor(path: string, release: () => Promise<void>, found = '') {
    this.#path = path
    this.#release = release
    this.found = found
  }

  keep(text: string, fail: (error: unknown) => void): void {
    this.#unsaved = text
    this.#fail = fail
    this.#timer ??= setTimeout(() => this.#write(), QUIET_MILLISECONDS)
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(async () => {
      const text = this.#unsaved
      if (text === undefined) return
      this.#unsaved = undefined
      await (text === '' ? rm(this.#path, { force: true }) : replaceFile(this.#path, text)).catch(this.#fail)
    })
  }

  async close(): Promise<void> {
    this.#write()
    await this.#writing
    await this.#release()
  }
}
