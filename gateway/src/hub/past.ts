/** What a session is, read off its log: which prompts it had, what is still open, what its agent said last. */

import type { Answer, HubEvent } from './event.js'
import { fieldOf } from './fields.js'
import { Opening } from './opening.js'

const MOST_PROMPTS = 4_096

/** A prompt that was carried out, or is being. */
export interface KnownPrompt {
  readonly key: string | undefined
  readonly by: string
  answer: Answer | undefined
}

/** Fed with every event, those of earlier times first. */
export class Past {
  readonly opening = new Opening()
  /** By their places. */
  readonly prompts = new Map<number, KnownPrompt>()
  readonly openQuestions = new Map<number, { readonly isForAll: boolean }>()
  isBroken = false
  /** The latest state that the agent told of itself (version 2). */
  state: unknown
  readonly #keys = new Map<string, number>()

  /** Whether the agent said that it works, and has not said that it stopped. */
  get isWorking(): boolean {
    const word = fieldOf(this.state, 'state')
    return word === 'running' || word === 'requires_action'
  }

  /** The place of the prompt that a client called by this name. */
  promptOf(key: string | undefined): number | undefined {
    return key === undefined ? undefined : this.#keys.get(key)
  }

  take(seq: number, event: HubEvent): void {
    this.opening.take(event)
    if (event.type === 'prompt') this.#addPrompt(seq, event.key, event.by)
    else if (event.type === 'response') this.#answer(event.prompt, event.answer)
    else if (event.type === 'question') this.openQuestions.set(seq, { isForAll: event.isForAll })
    else if (event.type === 'answered') this.openQuestions.delete(event.question)
    else if (event.type === 'agent') this.isBroken = event.change === 'broken'
    else if (event.type === 'told') this.#takeState(fieldOf(event.params, 'update'))
  }

  #addPrompt(seq: number, key: string | undefined, by: string): void {
    this.prompts.set(seq, { key, by, answer: undefined })
    if (key !== undefined) this.#keys.set(key, seq)
    const [oldest] = this.prompts
    if (this.prompts.size <= MOST_PROMPTS || oldest === undefined) return
    this.prompts.delete(oldest[0])
    if (oldest[1].key !== undefined) this.#keys.delete(oldest[1].key)
  }

  #answer(prompt: number, answer: Answer): void {
    const known = this.prompts.get(prompt)
    if (known !== undefined) known.answer = answer
  }

  #takeState(update: unknown): void {
    if (fieldOf(update, 'sessionUpdate') === 'state_update') this.state = update
  }
}
