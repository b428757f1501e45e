/** What can be done with the changes of one conversation. What was done is in the review, what failed is told. */

import { createStore } from 'zustand/vanilla'
import type { Actions } from '../state/actions.js'
import { createTabMemory } from '../state/tab-memory.js'
import { lastingName, type Talk, type TalkKey } from '../state/talk.js'
import { beginComment } from './comment-place.js'
import type { Hunk } from './comparison.js'
import { readAgain } from './disk.js'
import { type FileReview, isLeft, openNames, staleComments } from './file-review.js'
import { reject, undo, type Written } from './rejecting.js'
import * as reviews from './review.js'
import { toPrompt } from './review-prompt.js'
import { isComment } from './review-reader.js'
import { changeReview, reviewOf, reviewStore } from './review-store.js'

/** Something that was not written, and why. */
export type Problem = Exclude<Written, { readonly is: 'written' }>

/** What went wrong in each conversation last. Forgotten with the page. */
interface Loose {
  readonly problems: ReadonlyMap<TalkKey, readonly Problem[]>
}

export const looseEnds = createStore<Loose>(() => ({ problems: new Map() }))

/** The comment that is being written in each conversation. */
export const commentDrafts = createTabMemory({
  name: 'parley.comment',
  read: value => (isComment(value) ? value : undefined),
})

export interface Choice {
  readonly file: FileReview
  /** Absent: all that is not kept. */
  readonly hunk?: Hunk | undefined
}

export class Desk {
  readonly #actions: Actions
  readonly #talk: () => Talk
  readonly key: TalkKey

  /** The conversation as it is at the time that something is done. */
  constructor(actions: Actions, key: TalkKey, talk: () => Talk) {
    this.#actions = actions
    this.key = key
    this.#talk = talk
  }

  /** A review outlives the visit in which its conversation was begun. */
  get #name(): TalkKey {
    return lastingName(this.#talk())
  }

  /** Without a name: all of the file. */
  keep(file: FileReview, name?: string): void {
    const open = openNames([file])
    changeReview(this.#name, review => reviews.keepHunks(review, name === undefined ? open : [name]))
    if (name === undefined || open.every(each => each === name)) this.#settle(file)
  }

  keepAll(files: readonly FileReview[]): void {
    for (const file of files.filter(isLeft)) this.keep(file)
  }

  unkeep({ file: { path } }: FileReview, name: string): void {
    changeReview(this.#name, review => reviews.unsettle(reviews.unkeepHunks(review, [name]), path))
  }

  /** One file after the other; what cannot be written does not keep the others from it. */
  async reject(choices: readonly Choice[]): Promise<void> {
    const batch = crypto.randomUUID()
    const at = this.#talk().thread.slots.length
    const problems: Problem[] = []
    for (const { file, hunk } of choices) {
      const open = file.hunks.filter(each => !each.isKept).map(each => each.hunk)
      const hunks = hunk === undefined ? open : [hunk]
      if (file.hunks.length > 0 && hunks.length === 0) continue
      const written = await reject(this.#writing, { file: file.file, hunks, batch, at })
      if (written.is !== 'written') {
        problems.push(written)
        continue
      }
      changeReview(this.#name, review => reviews.addRejections(review, [written.rejection]))
      if (open.every(each => hunks.includes(each))) this.#settle(file)
    }
    this.#tell(problems)
  }

  async undo(): Promise<void> {
    const problems: Problem[] = []
    for (const rejection of reviews.lastBatch(reviewOf(reviewStore.getState().reviews, this.#name))) {
      const written = await undo(this.#writing, rejection)
      if (written.is !== 'written') problems.push(written)
      else
        changeReview(this.#name, review =>
          reviews.unsettle(reviews.dropRejection(review, rejection), rejection.path),
        )
    }
    this.#tell(problems)
  }

  /** Reads files again, after which nothing is wrong any more. */
  async reload(paths: readonly string[]): Promise<void> {
    await Promise.all(paths.map(path => readAgain(this.#actions, this.key, path)))
    this.#tell([])
  }

  beginComment({ file: { path, parts } }: FileReview, side: reviews.Side, line: number): void {
    this.saveDraft()
    this.setDraft(beginComment({ path, side, line }, parts[0]?.[side] ?? '', crypto.randomUUID()))
  }

  setDraft(draft: reviews.LineComment | undefined): void {
    commentDrafts.put(this.#name, draft)
  }

  saveDraft(): void {
    const draft = commentDrafts.store.getState().get(this.#name)
    if (draft !== undefined) changeReview(this.#name, review => reviews.putComment(review, draft))
    this.setDraft(undefined)
  }

  dropComment(id: string): void {
    changeReview(this.#name, review => reviews.dropComment(review, id))
  }

  send(files: readonly FileReview[]): void {
    this.saveDraft()
    const { cwd, abilities, thread } = this.#talk()
    const review = reviewOf(reviewStore.getState().reviews, this.#name)
    if (reviews.pendingCount(review) === 0) return
    const addressee = { cwd, takesLinks: abilities.embeddedContext, stale: staleComments(files) }
    this.#actions.prompt(this.key, toPrompt(review, addressee))
    changeReview(this.#name, before => reviews.sendReview(before, thread.slots.length))
  }

  #settle({ file: { path, from } }: FileReview): void {
    const to = this.#talk().thread.slots.length
    changeReview(this.#name, review => reviews.settle(review, { path, from, to }))
  }

  get #writing() {
    return { actions: this.#actions, key: this.key }
  }

  #tell(problems: readonly Problem[]): void {
    looseEnds.setState({ problems: new Map(looseEnds.getState().problems).set(this.key, problems) })
  }
}
