/** Secrets that open something: made of 256 random bits, kept as hashes, compared without telling how near a guess was. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const BYTES = 32
const PREFIX = 'parley_'
const LONGEST = 512

/** A new one, which nobody has seen. It begins so that whoever finds it lying about knows what it is. */
export function makeSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64url')
}

/** What is kept of it. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest()
}

/** Whether a text could be one at all: what could not is not looked up. */
export function isLikeSecret(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST && /^[\w.~+/=-]+$/.test(text)
}

/** Whether it is surely one of ours, to keep it out of places where it must not be. */
export function holdsSecret(text: string): boolean {
  return /parley_[\w-]{20,}/.test(text)
}

/** The text without any of ours. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(/parley_[\w-]{20,}/g, '«redacted»')
}

/** Compares two digests in a time that does not depend on what they are. */
export type Equal = (one: Buffer, other: Buffer) => boolean

/** The place of a digest in a list, or -1. Each is compared, wherever it stands and whether it is there or not. */
export function placeOf(digest: Buffer, list: readonly Buffer[], equal: Equal = timingSafeEqual): number {
  let place = -1
  for (let index = 0; index < list.length; index++) {
    const other = list[index]
    const isSame = other !== undefined && equal(other, digest)
    place = isSame ? index : place
  }
  return place
}
