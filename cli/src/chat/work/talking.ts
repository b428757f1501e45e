/** The hands that hold conversations: an agent and a session for each, and everything that is done with them. */

import { isWithin } from '../deadline.js'
import type { Effect } from '../effect.js'
import type { TalkKey } from '../model/talk.js'
import type { Hands } from './hands.js'
import { openAddress } from './open-address.js'
import type { StartOrder } from './talk-counterpart.js'
import { explain } from './talk-failure.js'
import { LiveTalk } from './talk-live.js'
import type { TalkMeans } from './talk-means.js'
import { toValue } from './talk-session.js'

const CLOSE_MILLISECONDS = 3_000

/** What is done with a conversation that was begun. */
type TalkEffect = Extract<
  Effect,
  {
    do:
      | 'prompt'
      | 'steer'
      | 'cancel'
      | 'answer'
      | 'set-mode'
      | 'set-option'
      | 'sign-in'
      | 'shell'
      | 'stop-shell'
  }
>

export class Talking implements Hands {
  readonly #means: TalkMeans
  readonly #talks = new Map<TalkKey, LiveTalk>()
  /** Those that are being ended. */
  readonly #leaving = new Set<Promise<void>>()
  #hasStarted = false
  #isClosed = false

  constructor(means: TalkMeans) {
    this.#means = means
  }

  take(effect: Effect): boolean {
    switch (effect.do) {
      case 'start':
        this.#start(effect.talk, effect)
        return true
      case 'close':
        void this.#end(effect.talk)
        return true
      case 'open-address':
        void this.#visit(effect.url)
        return true
      case 'prompt':
      case 'steer':
      case 'cancel':
      case 'answer':
      case 'set-mode':
      case 'set-option':
      case 'sign-in':
      case 'shell':
      case 'stop-shell':
        this.#pass(effect)
        return true
      default:
        return false
    }
  }

  /** All agents at once, and none is waited for longer than that: what is left is killed by then. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const key of [...this.#talks.keys()]) void this.#end(key)
    await isWithin(Promise.all(this.#leaving), CLOSE_MILLISECONDS)
  }

  /** One that stands there already makes room. */
  #start(key: TalkKey, order: StartOrder): void {
    if (this.#isClosed) return
    const before = this.#end(key)
    const talk = new LiveTalk(key, this.#means, !this.#hasStarted)
    this.#hasStarted = true
    this.#talks.set(key, talk)
    talk.start(order, before)
  }

  #end(key: TalkKey): Promise<void> | undefined {
    const talk = this.#talks.get(key)
    if (talk === undefined) return undefined
    this.#talks.delete(key)
    const leaving = talk
      .close()
      .catch(() => {})
      .finally(() => this.#leaving.delete(leaving))
    this.#leaving.add(leaving)
    return leaving
  }

  #pass(effect: TalkEffect): void {
    const talk = this.#talks.get(effect.talk)
    if (talk === undefined) return this.#tellMissing(effect)
    const done = carryOut(talk, effect)
    done?.catch(error => this.#means.tell({ type: 'remark', text: explain(error).message, kind: 'warning' }))
  }

  #tellMissing(effect: TalkEffect): void {
    if (effect.do !== 'prompt' && effect.do !== 'steer') return
    const { talk, submission } = effect
    const message = 'There is nobody to hear it: the conversation is closed.'
    const of = effect.do === 'prompt' ? 'turn' : 'steer'
    this.#means.tell({ type: 'talk', talk, news: { is: 'unsent', message, of, submission } })
  }

  async #visit(url: string): Promise<void> {
    try {
      await openAddress(url, this.#means.shell.env)
    } catch (error) {
      const text = `No browser could be opened (${explain(error).message}). The address: ${url}`
      this.#means.tell({ type: 'remark', text, kind: 'warning' })
    }
  }
}

function carryOut(talk: LiveTalk, effect: TalkEffect): Promise<void> | undefined {
  switch (effect.do) {
    case 'prompt':
      return void talk.prompt(effect.submission)
    case 'steer':
      return void talk.steer(effect.submission)
    case 'cancel':
      return talk.cancel()
    case 'answer':
      return void talk.answer(effect.questionId, effect.answer)
    case 'set-mode':
      return talk.set(session => session.setMode(effect.mode))
    case 'set-option': {
      const { option, value } = effect
      return talk.set(session =>
        session.setOption(option, typeof value === 'string' ? toValue(session, option, value) : value),
      )
    }
    case 'sign-in':
      return talk.signIn(effect.method)
    case 'shell':
      return talk.run(effect.command)
    case 'stop-shell':
      return talk.stopShell()
  }
}
