/** What one visit leaves for the next: the agents that were talked to, and where this tab was. */

import { keep, readKept } from '../state/keeping.js'
import type { TalkKey } from '../state/talk.js'
import type { Surroundings } from './surroundings.js'

const AGENTS_NAME = 'parley.agents'
const CURRENT_NAME = 'parley.current'
const FOLDER_NAME = 'parley.folder'
const MOST_AGENTS = 20

export class VisitMemory {
  readonly #around: Pick<Surroundings, 'texts' | 'tabTexts'>
  /** What this visit has said itself: until it looks at something, what the last one left counts. */
  #noted: TalkKey | undefined

  constructor(around: Pick<Surroundings, 'texts' | 'tabTexts'>) {
    this.#around = around
  }

  /** Those that were talked to from this browser: their sessions are listed from the beginning. */
  get agents(): readonly string[] {
    const kept = readKept(this.#around.texts, AGENTS_NAME)
    return Array.isArray(kept) ? kept.filter(each => typeof each === 'string') : []
  }

  used(agent: string): void {
    const { agents } = this
    if (!agents.includes(agent)) keep(this.#around.texts, AGENTS_NAME, [...agents, agent].slice(-MOST_AGENTS))
  }

  /** The conversation that this tab looks at, by the name that lasts. */
  get current(): TalkKey | undefined {
    return this.#text(CURRENT_NAME)
  }

  set current(name: TalkKey | undefined) {
    if (name === this.#noted) return
    this.#noted = name
    keep(this.#around.tabTexts, CURRENT_NAME, name)
  }

  /** Where this tab works. */
  get folder(): string | undefined {
    return this.#text(FOLDER_NAME)
  }

  set folder(folder: string | undefined) {
    keep(this.#around.tabTexts, FOLDER_NAME, folder)
  }

  #text(name: string): string | undefined {
    const kept = readKept(this.#around.tabTexts, name)
    return typeof kept === 'string' ? kept : undefined
  }
}
