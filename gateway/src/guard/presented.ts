/** The secret that a request shows: in its header, or in a browser's cookie; anywhere else it is refused with a word. */

import type { Asking } from '@parley/acp/transport'
import { type CookieSite, CSRF_HEADER, readCookie } from './cookie.js'
import type { Means } from './credential.js'
import { holdsSecret } from './secret.js'

export interface Presented {
  readonly secret: string
  readonly means: Means
}

const SECRET_KEYS =
  /^(?:access|id|refresh)?_?(?:token|bearer|auth|authorization|api_?key|ticket|secret|password)$/i

/** Whether an address holds what belongs into a header: addresses are logged, kept and shared. */
export function hasSecretInTarget(target: string): boolean {
  if (holdsSecret(target)) return true
  const [, query = ''] = target.split(/\?(.*)/s)
  return [...new URLSearchParams(query)].some(([name, value]) => SECRET_KEYS.test(name) || holdsSecret(value))
}

/** A header counts before a cookie: a program that sends one means it. Nothing where neither is there. */
export function presentedBy(asking: Asking, site: CookieSite): Presented | undefined {
  const header = asking.header('authorization')
  if (header !== undefined) {
    const secret = /^Bearer +(\S+)$/i.exec(header)?.[1]
    return secret === undefined ? undefined : { secret, means: 'bearer' }
  }
  const cookie = readCookie(asking.header('cookie'), site)
  return cookie === undefined ? undefined : { secret: cookie, means: 'cookie' }
}

/** A cookie comes by itself: something must show that one of our pages sent it. A socket can show only its origin. */
export function isMeant(asking: Asking, isOwnOrigin: boolean): boolean {
  return asking.wantsSocket ? isOwnOrigin : (asking.header(CSRF_HEADER) ?? '') !== ''
}
