/**
 * What was being written and what waited, kept while it is written and given back: to the conversation that it was
 * written in when that is taken up, else to the next one that begins in the same folder, whoever the agent is.
 */

import { stateFolder } from '../../own-folder.js'
import type { Effect } from '../effect.js'
import type { TalkKey } from '../model/talk.js'
import { type Draft, type DraftPlace, isEmpty, takeEmpty, takeOver, type Writing } from './draft-place.js'
import type { Hands, Tell } from './hands.js'
import type { PromptHistory } from './prompt-history.js'

export interface DraftMeans {
  readonly tell: Tell
  readonly env: NodeJS.ProcessEnv
  readonly history: Pick<PromptHistory, 'read'>
}

type Order = Pick<Extract<Effect, { do: 'start' }>, 'cwd' | 'resume' | 'fork'>
type Place = Promise<DraftPlace | undefined>

/** Hears of every conversation that begins, and leaves it to others: it must be asked before them. */
export class Drafts implements Hands {
  readonly #means: DraftMeans
  readonly #folder: string
  readonly #places = new Map<TalkKey, Place>()
  /** Written before its conversation began. */
  readonly #early = new Map<TalkKey, Writing>()
  /** Those that were begun here before: what was written in them is where it was written. */
  readonly #known = new Set<TalkKey>()
  readonly #again = new Set<TalkKey>()
  readonly #given: Promise<void>[] = []
  #hasFailed = false

  constructor(means: DraftMeans) {
    this.#means = means
    this.#folder = stateFolder('drafts', means)
  }

  take(effect: Effect): boolean {
    switch (effect.do) {
      case 'start':
        this.open(effect.talk, effect)
        return false
      case 'close':
        this.#give(effect.talk)
        return false
      case 'opened':
        this.#assign(effect.talk, effect)
        return true
      case 'save-draft':
        this.#keep(effect.talk, { text: effect.text, queue: effect.queue, isGivenBack: effect.isGivenBack })
        return true
      default:
        return false
    }
  }

  /** Gives a conversation that begins what was being written in this folder before. Once for each. */
  open(talk: TalkKey, { cwd, resume, fork }: Order): void {
    if (this.#places.has(talk)) return
    // One that is taken up has its own, which is found when it is known which one it is.
    const isNew = resume === undefined && fork === undefined && !this.#known.has(talk)
    const place = this.#find(cwd, isNew).catch((error: unknown) => this.#fail(error))
    this.#places.set(talk, place)
    if (this.#known.has(talk)) this.#again.add(talk)
    else void this.#recollect(talk, cwd, place)
    this.#known.add(talk)
    const early = this.#early.get(talk)
    this.#early.delete(talk)
    if (early !== undefined) this.#keep(talk, early)
  }

  async #find(cwd: string, isNew: boolean): Place {
    const left = isNew ? await takeOver(this.#folder, cwd, () => true) : undefined
    return left ?? (await takeEmpty(this.#folder, cwd))
  }

  async #recollect(talk: TalkKey, cwd: string, coming: Place): Promise<void> {
    const [place, history] = await Promise.all([coming, this.#means.history.read(cwd).catch(() => [])])
    this.#tell(talk, place?.found, history)
  }

  #tell(talk: TalkKey, found: Draft | undefined, history: readonly string[]): void {
    const { text: draft = '', queue = [] } = found ?? {}
    if (isEmpty({ text: draft, queue }) && history.length === 0) return
    this.#means.tell({ type: 'talk', talk, news: { is: 'remembered', draft, queue, history } })
  }

  /** From now on what is written in it is its own; what was left of it is given back. */
  #assign(talk: TalkKey, { record, cwd }: { readonly record: string; readonly cwd: string }): void {
    const before = this.#places.get(talk)
    if (before === undefined) return
    this.#places.set(
      talk,
      before
        .then(place => this.#own(talk, place, { record, cwd }))
        .catch((error: unknown) => this.#fail(error)),
    )
  }

  async #own(
    talk: TalkKey,
    place: DraftPlace | undefined,
    { record, cwd }: { readonly record: string; readonly cwd: string },
  ): Place {
    const fail = (error: unknown): void => this.#fail(error)
    const isItsOwn = place?.draft.record === record
    const left = isItsOwn ? undefined : await takeOver(this.#folder, cwd, draft => draft.record === record)
    if (left === undefined) {
      place?.belongTo(record, fail)
      return place
    }
    // What was sent before it knows already.
    if (!this.#again.has(talk)) this.#tell(talk, left.found, [])
    // What was written meanwhile is the latest.
    if (place !== undefined && !isEmpty(place.draft)) {
      left.keep({ text: place.draft.text, queue: place.draft.queue }, fail)
      place.keep({ text: '', queue: [] }, fail)
    }
    await place?.close()
    return left
  }

  #keep(talk: TalkKey, draft: Writing): void {
    const place = this.#places.get(talk)
    if (place === undefined) this.#early.set(talk, draft)
    else void place.then(found => found?.keep(draft, error => this.#fail(error)))
  }

  /** A conversation is over: what was being written in it is for whoever comes next. */
  #give(talk: TalkKey): void {
    const place = this.#places.get(talk)
    this.#places.delete(talk)
    if (place !== undefined) this.#given.push(place.then(found => found?.close()))
  }

  /** Said once: whoever writes can do nothing about it now. */
  #fail(error: unknown): undefined {
    if (this.#hasFailed) return
    this.#hasFailed = true
    const why = error instanceof Error ? error.message : String(error)
    this.#means.tell({ type: 'remark', kind: 'warning', text: `What you write cannot be kept: ${why}` })
  }

  async close(): Promise<void> {
    for (const talk of [...this.#places.keys()]) this.#give(talk)
    await Promise.all(this.#given)
  }
}
