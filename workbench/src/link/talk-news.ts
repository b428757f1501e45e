/** Brings what agents and their gateway say and ask to the conversation that it is about. */

import { type TalkKey, talkKey } from '../state/talk.js'
import type { AskingMeans } from './asking.js'
import type { FarListener, FarPerson } from './gateway-words.js'
import type { LiveTalk } from './live-talk.js'

export interface NewsMeans {
  /** Those that are open here with this agent. */
  of(agent: string): readonly LiveTalk[]
  /** The one that is looked at. */
  current(): TalkKey | undefined
  /** What lists tell may be another. */
  changed(): void
}

const MOST_EARLY = 200

export class TalkNews {
  readonly #means: NewsMeans
  /** Who is in sessions that are not known yet: the gateway tells it before it answers whoever opens one. */
  readonly #early = new Map<TalkKey, readonly FarPerson[]>()

  constructor(means: NewsMeans) {
    this.#means = means
  }

  far(agent: string): FarListener {
    const companyOf = (sessionId: string) => this.#find(agent, sessionId)?.company
    return {
      turn: (sessionId, turn) => companyOf(sessionId)?.hearTurn(turn),
      answered: (sessionId, answer) => companyOf(sessionId)?.hearAnswer(answer),
      agent: (sessionId, state, detail) => companyOf(sessionId)?.hearAgent(state, detail),
      labelled: () => this.#means.changed(),
      present: (sessionId, people) => {
        const company = companyOf(sessionId)
        if (company === undefined) this.#keep(talkKey(agent, sessionId), people)
        else company.hearPresent(people)
      },
    }
  }

  asking(agent: string): Omit<AskingMeans, 'now'> {
    return {
      ask: (sessionId, question) => {
        const talk = sessionId === undefined ? this.#waiting(agent) : this.#find(agent, sessionId)
        talk?.desk.ask(question)
        if (talk !== undefined) this.#means.changed()
        return talk !== undefined
      },
      withdraw: questionId => {
        for (const { desk } of this.#means.of(agent)) desk.withdraw(questionId)
      },
    }
  }

  /** It has its session now: what was told of that before is told to it. */
  opened({ talk: { agent, sessionId }, company }: LiveTalk): void {
    if (sessionId === undefined) return
    const key = talkKey(agent, sessionId)
    const people = this.#early.get(key)
    this.#early.delete(key)
    if (people !== undefined) company.hearPresent(people)
  }

  #find(agent: string, sessionId: string): LiveTalk | undefined {
    return this.#means.of(agent).find(({ talk }) => talk.sessionId === sessionId)
  }

  /** What belongs to no session is asked where somebody waits for one, or looks. */
  #waiting(agent: string): LiveTalk | undefined {
    const talks = this.#means.of(agent)
    const current = this.#means.current()
    return (
      talks.find(({ session }) => session === undefined) ??
      talks.find(({ talk }) => talk.key === current) ??
      talks[0]
    )
  }

  #keep(key: TalkKey, people: readonly FarPerson[]): void {
    this.#early.set(key, people)
    const [oldest] = this.#early.keys()
    if (this.#early.size > MOST_EARLY && oldest !== undefined) this.#early.delete(oldest)
  }
}
