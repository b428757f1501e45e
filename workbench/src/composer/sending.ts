/** Carries prompts to the agent in the order in which they were sent, and takes one back that nobody has answered. */

import type { Means } from '../state/context.js'
import type { Submission, Talk, TalkKey } from '../state/talk.js'
import { type Draft, EMPTY_DRAFT, isBlank, withText } from './draft.js'
import { changeDraft, type DraftStore, draftIn } from './draft-store.js'
import { unansweredPrompt } from './prompt-history.js'
import { toSubmission } from './submission.js'

export class Sender {
  readonly #means: Means
  readonly #drafts: DraftStore
  /** Prompts whose files are still being read: what is sent meanwhile goes behind them. */
  readonly #reading = new Map<TalkKey, Promise<void>>()
  readonly #lastSent = new Map<TalkKey, Draft>()

  constructor(means: Means, drafts: DraftStore) {
    this.#means = means
    this.#drafts = drafts
  }

  /** With `isNow` the turn that runs is called off for it. */
  send(talk: Talk, isNow: boolean): void {
    const draft = draftIn(this.#drafts.getState(), talk)
    if (isBlank(draft)) return isNow ? this.#hurry(talk) : undefined
    changeDraft(this.#drafts, talk, () => EMPTY_DRAFT)
    this.#lastSent.set(talk.key, draft)
    const submission = toSubmission(draft, this.#sourceOf(talk))
    const before = this.#reading.get(talk.key)
    if (before === undefined && !(submission instanceof Promise))
      return this.#prompt(talk.key, submission, isNow)
    const reading: Promise<void> = Promise.all([submission, before]).then(([read]) => {
      if (this.#reading.get(talk.key) === reading) this.#reading.delete(talk.key)
      this.#prompt(talk.key, read, isNow)
    })
    this.#reading.set(talk.key, reading)
  }

  /** Calls off the turn. A prompt that was not answered yet is given back where nothing else is written. */
  cancel(talk: Talk): void {
    const { thread, turn, key } = talk
    const text = turn.state === 'working' && turn.by === undefined ? unansweredPrompt(thread) : undefined
    void this.#means.actions.cancel(key)
    if (text === undefined || !isBlank(draftIn(this.#drafts.getState(), talk))) return
    const sent = this.#lastSent.get(key)
    const isSame = sent !== undefined && sent.text.trim() === text.trim()
    changeDraft(this.#drafts, talk, draft => (isSame ? sent : withText(draft, text)))
  }

  #sourceOf({ key, cwd, abilities }: Talk): Parameters<typeof toSubmission>[1] {
    const canRead = abilities.embeddedContext && abilities.workspace
    return { cwd, read: canRead ? path => this.#means.actions.readFile(key, path) : undefined }
  }

  #prompt(key: TalkKey, submission: Submission, isNow: boolean): void {
    const { actions, store } = this.#means
    const before = new Set(queueOf(store, key).map(({ id }) => id))
    actions.prompt(key, submission)
    if (!isNow) return
    const queued = queueOf(store, key).find(({ id }) => !before.has(id))
    if (queued !== undefined) void actions.sendNow(key, queued.id)
  }

  /** Without anything written it is the first of those that wait. */
  #hurry({ key, queue }: Talk): void {
    const [first] = queue
    if (first !== undefined) void this.#means.actions.sendNow(key, first.id)
  }
}

function queueOf(store: Means['store'], key: TalkKey): Talk['queue'] {
  return store.getState().talks.get(key)?.queue ?? []
}
