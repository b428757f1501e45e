/** What every kind of screen is, and what it is made with. */
import type { Conversation } from './conversation.js'
import type { Way } from './gateway-process.js'

export interface Screen {
  readonly conversation: Conversation
  prompt(text: string): Promise<void>
  /** Its network breaks; one that can comes back by itself. */
  cut(random: () => number): void
  leave(): Promise<void>
}

export interface Place {
  readonly way: Way
  readonly folder: string
  readonly random: () => number
}

/** What was heard of the turn before may be all of it, but for its end. */
export const MAY_WAIT = { 'parley.dev/queue': true }
