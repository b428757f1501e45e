/** How somebody signs in to the agent of one conversation: what is asked for, one way at a time, and what comes of it. */

import type { Client } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import { EXIT } from '../../exit-code.js'
import { Failure } from '../../failure.js'
import { explain } from './talk-failure.js'
import type { TalkNewsDesk } from './talk-news.js'
import { cureBy, type SignInMeans, toSignInMethods } from './talk-sign-in.js'

export interface SigningInMeans {
  readonly news: TalkNewsDesk
  /** Of the agent that is there now. */
  readonly look: () => SignInMeans
  /** Nobody waits for it any more. */
  readonly isOver: () => boolean
  /** Somebody is in. */
  readonly enter: (client: Client<Version>) => Promise<void>
  readonly fail: (error: unknown) => void
}

export class SigningIn {
  readonly #means: SigningInMeans
  #giving: AbortController | undefined

  constructor(means: SigningInMeans) {
    this.#means = means
  }

  /** Asks for it; where no way can be gone from here, that is the end. */
  demand(message: string, client: Client<Version> | undefined): void {
    const { news, look, fail } = this.#means
    const methods = toSignInMethods(client?.authMethods ?? [], look())
    if (methods.some(({ isElsewhere }) => isElsewhere !== true))
      return news.tell({ is: 'sign-in', message, methods })
    fail(new Failure(message, { exitCode: EXIT.signInNeeded, cure: cureBy(methods) }))
  }

  /** Goes one way. A second one beside it is not begun. Never rejects. */
  async go(method: string, client: Client<Version> | undefined): Promise<void> {
    const { news, isOver, enter, fail } = this.#means
    if (client === undefined || isOver()) return news.say('warning', 'There is no agent to sign in to.')
    if (this.#giving !== undefined) return
    const giving = new AbortController()
    this.#giving = giving
    const error = await failureOf(client.authenticate(method, { signal: giving.signal }))
    this.#giving = undefined
    if (error === undefined) return await enter(client).catch(fail)
    if (isOver()) return
    this.demand(giving.signal.aborted ? 'Nobody is signed in.' : explain(error.thrown).message, client)
  }

  giveUp(): void {
    this.#giving?.abort()
  }
}

const failureOf = (work: Promise<unknown>): Promise<{ readonly thrown: unknown } | undefined> =>
  work.then(
    () => undefined,
    (thrown: unknown) => ({ thrown }),
  )
