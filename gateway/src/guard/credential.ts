/** A token as the gateway knows it: whose it is, what it allows, until when; its hash, and never itself. */

import type { Scope } from '../config/scope.js'

/** How a secret comes: in the header of a program, or in a browser's cookie. One does not count as the other. */
export type Means = 'bearer' | 'cookie'

export interface Credential {
  /** Unique among those of a principal. */
  readonly name: string
  readonly principal: string
  /** SHA-256 in hexadecimal. */
  readonly sha256: string
  readonly digest: Buffer
  readonly scopes: ReadonlySet<Scope>
  readonly means: Means
  /** By which others know whoever uses it. */
  readonly label: string
  /** The one session that it opens. */
  readonly session: string | undefined
  /** The one agent that it is for. */
  readonly agent: string | undefined
  readonly expiresAt: number | undefined
  /** Of a cookie: the public half of the key that its page must prove. */
  readonly key: string | undefined
  /** Of a cookie: the origin of that page, at which alone it counts. */
  readonly origin: string | undefined
  /** The hash of the one that it was derived from, without which it is worth nothing. */
  readonly parent: string | undefined
}

/** Whether its bearer is a guest of one session, or may only look. */
export function isGuest({ session, scopes }: Pick<Credential, 'session' | 'scopes'>): boolean {
  return session !== undefined || !scopes.has('session.write')
}

/** Whether a caller who holds one may stay when it is replaced by the other. */
export function isAsGood(one: Credential, other: Credential): boolean {
  return (
    one.principal === other.principal &&
    one.session === other.session &&
    one.agent === other.agent &&
    one.means === other.means &&
    one.key === other.key &&
    one.origin === other.origin &&
    one.scopes.size === other.scopes.size &&
    [...one.scopes].every(scope => other.scopes.has(scope))
  )
}
