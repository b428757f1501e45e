/** What happened to tokens between two looks at them, whoever did it. */

import type { Credential } from './credential.js'

export type TokenChange = 'token_made' | 'token_rotated' | 'token_revoked'

/** A hash that is new under a name whose hash is gone is the same token, replaced. */
export function changesBetween(
  before: readonly Credential[],
  after: readonly Credential[],
): readonly (readonly [TokenChange, Credential])[] {
  const had = new Set(before.map(({ sha256 }) => sha256))
  const has = new Set(after.map(({ sha256 }) => sha256))
  const come = after.filter(({ sha256 }) => !had.has(sha256))
  const gone = before.filter(({ sha256 }) => !has.has(sha256))
  const left = new Set(gone.map(nameOf))
  const arrived = new Set(come.map(nameOf))
  return [
    ...come.map(each => [left.has(nameOf(each)) ? 'token_rotated' : 'token_made', each] as const),
    ...gone.filter(each => !arrived.has(nameOf(each))).map(each => ['token_revoked', each] as const),
  ]
}

function nameOf({ principal, name }: Credential): string {
  return `${principal} ${name}`
}
