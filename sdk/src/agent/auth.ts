/** Who may use the agent: the ways to sign in, and whether somebody has. */

import { type Log, RpcError, rpcError } from '../protocol/index.js'
import type { Entered } from './service.js'

interface SignInMethod {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
}

/** A way to sign in: by the agent itself, or by running its program with more arguments in a terminal. */
export type AuthMethod =
  | (SignInMethod & { readonly type?: 'agent' | undefined })
  | (SignInMethod & {
      readonly type: 'terminal'
      readonly args?: readonly string[] | undefined
      readonly env?: Readonly<Record<string, string>> | undefined
    })

/** An account somebody is signed in with, for show. */
export interface Account {
  readonly label: string
  readonly active?: boolean | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly organization?: string | undefined
}

/** How users sign in. Sessions are refused with `auth_required`, and the methods, until somebody has. */
export interface Auth {
  readonly methods: readonly AuthMethod[]
  /** Signs in; throws when it fails. Not called for terminal methods. */
  login(methodId: string): Promise<void> | void
  logout?(): Promise<void> | void
  /** Whether somebody is signed in; without it, whoever has called `login` on this connection is. */
  isSignedIn?(): Promise<boolean> | boolean
  /** The accounts, for clients that show them. */
  accounts?(): Promise<readonly Account[]> | readonly Account[]
}

export class Reception {
  readonly #methods: readonly AuthMethod[]
  /** The same as the client was told of them. */
  readonly #told: readonly unknown[]
  readonly #auth: Auth | undefined
  readonly #log: Log
  #hasLoggedIn = false

  constructor({ guest: { definition, authMethods }, agreed }: Entered, log: Log) {
    this.#methods = authMethods
    this.#told = agreed.authMethods
    this.#auth = definition.auth
    this.#log = log
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.#auth?.isSignedIn?.()) ?? this.#hasLoggedIn
  }

  /** Throws `auth_required`, with the methods, unless somebody is signed in. */
  async demand(): Promise<void> {
    if (this.#auth === undefined || (await this.isSignedIn())) return
    throw rpcError('auth_required', 'Authentication required', { authMethods: this.#told })
  }

  async login(methodId: string): Promise<void> {
    const method = this.#methods.find(({ id }) => id === methodId)
    if (method === undefined || method.type === 'terminal') throw unknownMethod(methodId)
    try {
      await this.#auth?.login(methodId)
    } catch (error) {
      if (error instanceof RpcError && error.answerTo === undefined) throw error
      // Why it failed may be a secret; the author finds it in the log.
      this.#log.write({ level: 'error', event: 'login_failed', error, message: 'signing in failed' })
      throw rpcError('auth_failed', 'Authentication failed', { methodId })
    }
    this.#hasLoggedIn = true
  }

  async logout(): Promise<void> {
    await this.#auth?.logout?.()
    this.#hasLoggedIn = false
  }

  async status(): Promise<{ readonly state: string; readonly accounts: readonly Account[] }> {
    if (this.#auth === undefined) return { state: 'not_required', accounts: [] }
    const state = (await this.isSignedIn()) ? 'authenticated' : 'unauthenticated'
    return { state, accounts: (await this.#auth.accounts?.()) ?? [] }
  }
}

function unknownMethod(methodId: string): RpcError {
  return rpcError('invalid_auth_method', 'Invalid params: /methodId: not a method to sign in with here', {
    methodId: methodId.slice(0, 256),
  })
}
