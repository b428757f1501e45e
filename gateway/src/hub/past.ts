/** What a session is, read off its log: which prompts it had, what is still open, what its agent said last. */

import type { Answer, HubEvent } from './event.js'
import { fieldOf } from './fields.js'
import { OpenCalls } from './open-calls.js'
import { OpenTerminals } from './open-terminals.js'
import { Opening } from './opening.js'
import { Title } from './title.js'

const MOST_PROMPTS = 4_096
/** Of each answer: what is behind it can be read in the log. */
const MOST_CHARACTERS = 1_024

/** A prompt that was carried out, or is being. */
export interface KnownPrompt {
  readonly key: string | undefined
  readonly by: string
  answer: Answer | undefined
}

/** Fed with every event, those of earlier times first. */
export class Past {
  readonly opening = new Opening()
  readonly title = new Title()
  /** By their places. */
  readonly prompts = new Map<number, KnownPrompt>()
  readonly openQuestions = new Map<number, { readonly isForAll: boolean }>()
  readonly calls = new OpenCalls()
  readonly terminals = new OpenTerminals()
  isBroken = false
  /** Whether the agent has said that the session is open: before that, its past may have been told in part. */
  isOpened = false
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
    this.title.take(event)
    if (event.type === 'prompt') this.#addPrompt(seq, event.key, event.by)
    else if (event.type === 'response') this.#answer(event.prompt, event.answer)
    else if (event.type === 'question') this.openQuestions.set(seq, { isForAll: event.isForAll })
    else if (event.type === 'answered') this.openQuestions.delete(event.question)
    else if (event.type === 'opened') this.isOpened = true
    else if (event.type === 'agent') this.isBroken = event.change === 'broken'
    else if (event.type === 'told') this.#takeUpdate(fieldOf(event.params, 'update'))
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
    if (known !== undefined) known.answer = shortened(answer)
  }

  #takeUpdate(update: unknown): void {
    this.calls.take(update)
    this.terminals.take(update)
    if (fieldOf(update, 'sessionUpdate') === 'state_update') this.state = update
  }
}

/** An answer that is too long to be kept for whoever asks again, without what the agent added to it. */
function shortened(answer: Answer): Answer {
  if (JSON.stringify(answer).length <= MOST_CHARACTERS) return answer
  if ('error' in answer) {
    const { code, message } = answer.error
    return { error: { code, message: message.slice(0, MOST_CHARACTERS) } }
  }
  const stopReason = fieldOf(answer.result, 'stopReason')
  const isWord = typeof stopReason === 'string' && stopReason.length <= MOST_CHARACTERS
  return { result: isWord ? { stopReason } : {} }
}
