/** The others of one conversation, as its gateway tells of them: who is there, whose turn runs, who answered, what became of the agent. */

import type { AgentLink } from './agent-link.js'
import type { FarAnswer, FarPerson, FarTurn } from './gateway-words.js'
import { cameAndLeft, toPeople, wordsForAgent } from './presence.js'
import type { TalkDesk } from './talk-desk.js'
import type { Turns } from './turns.js'

export interface CompanyMeans {
  readonly desk: TalkDesk
  readonly turns: Turns
  /** Knows who we are among them. */
  readonly link: Pick<AgentLink, 'self' | 'questions'>
}

export class Company {
  readonly #means: CompanyMeans
  #people: readonly FarPerson[] = []

  constructor(means: CompanyMeans) {
    this.#means = means
  }

  hearTurn(turn: FarTurn): void {
    const { turns, link } = this.#means
    const by = turn.by === link.self?.name ? 'you' : turn.by
    turns.inOrder(() => turns.hearTurn({ ...turn, by }))
  }

  hearAnswer(answer: FarAnswer): void {
    const { desk, turns, link } = this.#means
    if (this.#isPast) desk.hearPastAnswer()
    const words = this.#isPast ? undefined : link.questions?.wordsFor(answer, link.self?.name)
    if (words !== undefined) turns.inOrder(() => desk.remark('info', words))
  }

  hearPresent(people: readonly FarPerson[]): void {
    const { desk, link } = this.#means
    const words = this.#isPast ? [] : cameAndLeft(this.#people, people, link.self)
    this.#people = people
    desk.change({ people: toPeople(people, link.self) })
    for (const each of words) desk.remark('info', each)
  }

  hearAgent(state: string, detail: string | undefined): void {
    const { desk, turns } = this.#means
    const words = this.#isPast ? undefined : wordsForAgent(state, detail)
    if (words === undefined) return
    turns.inOrder(() => desk.remark(state === 'resumed' ? 'info' : 'warning', words))
  }

  /** What is told of the past nobody need hear of now. */
  get #isPast(): boolean {
    return this.#means.desk.phase !== 'live'
  }
}
