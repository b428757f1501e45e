/** The hands that hold conversations: an agent and a session for each, and everything that is done with them. */

import { leaveGateway } from '../../attach/ticket.js'
import { isWithin } from '../deadline.js'
import type { Effect } from '../effect.js'
import type { TalkKey } from '../model/talk.js'
import { FarTalk } from './far-talk.js'
import type { Hands } from './hands.js'
import { openAddress } from './open-address.js'
import type { Talk } from './talk.js'
import type { StartOrder } from './talk-counterpart.js'
import { explain } from './talk-failure.js'
import { LiveTalk } from './talk-live.js'
import type { TalkMeans } from './talk-means.js'
import { toValue } from './talk-session.js'
import { TalkShell } from './talk-shell.js'

const CLOSE_MILLISECONDS = 3_000
const LEAVE_MILLISECONDS = 1_000

/** What is done with a conversation that was begun. */
type TalkEffect = Extract<
  Effect,
  {
    do: 'prompt' | 'steer' | 'cancel' | 'answer' | 'set-mode' | 'set-option' | 'sign-in' | 'shell' | 'share'
  }
>

export class Talking implements Hands {
  readonly #means: TalkMeans
  readonly #talks = new Map<TalkKey, Talk>()
  /** What the person runs: it goes on while an agent is started anew. */
  readonly #shells = new Map<TalkKey, TalkShell>()
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
        this.#leave(effect.talk)
        return true
      case 'stop-shell':
        void this.#shells
          .get(effect.talk)
          ?.stop()
          .catch(() => {})
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
      case 'share':
        this.#pass(effect)
        return true
      default:
        return false
    }
  }

  /** All agents at once, and none is waited for longer than that: what is left is killed by then. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const key of new Set([...this.#talks.keys(), ...this.#shells.keys()])) this.#leave(key)
    await isWithin(Promise.all(this.#leaving), CLOSE_MILLISECONDS)
    const { settings, shell } = this.#means
    if (settings.far !== undefined) await isWithin(leaveGateway(settings.far, shell), LEAVE_MILLISECONDS)
  }

  /** One that stands there already makes room. */
  #start(key: TalkKey, order: StartOrder): void {
    if (this.#isClosed) return
    const before = this.#end(key)
    const runs = this.#shells.get(key) ?? this.#newShell(key)
    const { far } = this.#means.settings
    const options = { key, isFirst: !this.#hasStarted, runs }
    const talk =
      far?.url === order.agent
        ? new FarTalk(options, { ...this.#means, far })
        : new LiveTalk(options, this.#means)
    this.#hasStarted = true
    this.#talks.set(key, talk)
    talk.start(order, before)
  }

  #newShell(key: TalkKey): TalkShell {
    const { shell, tell } = this.#means
    const runs = new TalkShell(shell, news => tell({ type: 'talk', talk: key, news }))
    this.#shells.set(key, runs)
    return runs
  }

  /** Nothing of it is left. */
  #leave(key: TalkKey): void {
    void this.#end(key)
    void this.#await(this.#shells.get(key)?.close())
    this.#shells.delete(key)
  }

  #end(key: TalkKey): Promise<void> | undefined {
    const leaving = this.#talks.get(key)?.close()
    this.#talks.delete(key)
    return this.#await(leaving)
  }

  #await(leaving: Promise<void> | undefined): Promise<void> | undefined {
    if (leaving === undefined) return undefined
    const over: Promise<void> = leaving.catch(() => {}).finally(() => this.#leaving.delete(over))
    this.#leaving.add(over)
    return over
  }

  #pass(effect: TalkEffect): void {
    const talk = this.#talks.get(effect.talk)
    if (talk === undefined) return this.#tellMissing(effect)
    const done = carryOut(talk, effect)
    done?.catch(error => this.#means.tell({ type: 'remark', text: explain(error).message, kind: 'warning' }))
  }

  #tellMissing(effect: TalkEffect): void {
    if (effect.do === 'shell')
      return this.#means.tell({
        type: 'remark',
        text: 'Not run: the conversation is closed.',
        kind: 'warning',
      })
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

function carryOut(talk: Talk, effect: TalkEffect): Promise<void> | undefined {
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
    case 'share':
      return talk instanceof FarTalk ? talk.share(effect.role) : undefined
  }
}
