/** Signing in when the agent demands it: once, never silently, and then what was asked is asked once more. */

import { AcpError, type Log, reasonOf } from '../protocol/index.js'
import type { AuthMethod } from './auth-method.js'
import type { Host } from './host.js'
import { notOffered } from './session-option.js'

/** What signing in needs of its connection. */
export interface Gatekeeper {
  readonly authMethods: readonly AuthMethod[]
  readonly log: Log
  authenticate(methodId: string): Promise<void>
}

export class SignIn {
  readonly #auth: NonNullable<Host['auth']>
  readonly #gatekeeper: Gatekeeper
  #running: Promise<boolean> | undefined

  constructor(auth: Host['auth'], gatekeeper: Gatekeeper) {
    this.#auth = auth ?? {}
    this.#gatekeeper = gatekeeper
  }

  /** Whether the host has a way to choose. */
  get isPossible(): boolean {
    return this.#auth.choose !== undefined
  }

  /** Runs what may demand that somebody signs in, and if it does and somebody does, runs it once more. */
  around<T>(run: () => Promise<T>): Promise<T> {
    return withSignIn(() => this.begin(), run)
  }

  /** Has the host choose, and signs in; whether it did. Whoever comes while it goes on waits for the same. */
  begin(): Promise<boolean> {
    this.#running ??= this.#choose().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #choose(): Promise<boolean> {
    const methods = this.#gatekeeper.authMethods.filter(({ type }) => this.#canUse(type))
    if (this.#auth.choose === undefined || methods.length === 0) return false
    const chosen = await this.#auth.choose(methods)
    if (chosen === undefined) return false
    if (!methods.some(({ id }) => id === chosen.id))
      throw notOffered(
        `way to sign in called "${chosen.id}"`,
        methods.map(({ id }) => id),
      )
    this.#gatekeeper.log.write({
      level: 'info',
      event: 'sign_in',
      message: 'the agent demands it, and the host chose a way',
    })
    await this.#gatekeeper.authenticate(chosen.id)
    return true
  }

  #canUse(type: string): boolean {
    return type === 'agent' || (type === 'terminal' && this.#auth.terminal !== undefined)
  }
}

/** Runs what may be refused; asks once more where that was for want of signing in and `signIn` says that it was done. */
export async function withSignIn<T>(
  signIn: (() => Promise<boolean>) | undefined,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (reasonOf(error) !== 'auth_required' || !(await signIn?.())) throw error
    return run()
  }
}

/** Runs the host's terminal for a method; the agent itself is never told of such a method. */
export async function signInAtTerminal(auth: Host['auth'], method: AuthMethod): Promise<void> {
  if (auth?.terminal === undefined)
    throw new AcpError(
      'capability_missing',
      `signing in by "${method.id}" needs a terminal, and the host lends none`,
    )
  if (!(await auth.terminal(method)))
    throw new AcpError('agent_failed', `signing in by "${method.id}" did not succeed`)
}
