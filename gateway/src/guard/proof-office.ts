/**
 * Browsers send a cookie to every port of its host, so a cookie alone opens nothing: whoever comes with it proves, with each
 * connection anew, to have the key that the page made when it was let in. The key itself never leaves the page's origin, and
 * what it signs names that: whoever has the port by now cannot hand it on to where the gateway is.
 */

import {
  createHmac,
  createPublicKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { PROOF_META } from '@parley/acp/protocol'
import type { Credential } from './credential.js'

export const CHALLENGE_MILLISECONDS = 30_000
/** In front of what is signed, so that a signature is good for nothing else. */
const PURPOSE = `${PROOF_META}:`
const POINT_BYTES = 65
const HALF = (POINT_BYTES - 1) / 2
const UNCOMPRESSED = 4
const LONGEST = 256

/** Whether a text is a public key of P-256: the point, uncompressed, in the letters of base64url. */
export function isPageKey(text: unknown): text is string {
  return typeof text === 'string' && toKey(text) !== undefined
}

export class ProofOffice {
  readonly #now: () => number
  /** Made anew with every start: what was asked before is asked again. */
  readonly #secret = randomBytes(32)
  /** What was proven, until it would be too old anyway. Only a good signature gets in here, so nobody else can fill it. */
  readonly #used = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Something new to sign, for the bearer of this alone. Nothing is kept of it: asking costs nobody a place. */
  challenge(credential: Credential): string {
    const body = `${(this.#now() + CHALLENGE_MILLISECONDS).toString(36)}.${randomBytes(16).toString('base64url')}`
    return `${body}.${this.#sealOf(body, credential)}`
  }

  /** Whether the first message of a connection proves it. Once: the same proof counts no second time. */
  isProvenBy(credential: Credential, first: unknown): boolean {
    return this.isProof(credential, member(member(member(first, 'params'), '_meta'), PROOF_META))
  }

  isProof(credential: Credential, proof: unknown): boolean {
    const [challenge, signature] = [member(proof, 'challenge'), member(proof, 'signature')]
    const { key: name, origin } = credential
    const key = name === undefined ? undefined : toKey(name)
    if (key === undefined || origin === undefined || !isShort(challenge) || !isShort(signature)) return false
    const expiresAt = this.#endOf(challenge, credential)
    if (expiresAt === undefined || this.#used.has(challenge)) return false
    const signed = Buffer.from([PURPOSE + origin, challenge].join(' '))
    const given = Buffer.from(signature, 'base64url')
    if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, given)) return false
    this.#forgetOld()
    this.#used.set(challenge, expiresAt)
    return true
  }

  /** Until when one of ours counts; nothing for any other text, or one that is over. */
  #endOf(challenge: string, credential: Credential): number | undefined {
    const [time = '', nonce = '', seal = ''] = challenge.split('.')
    const expected = Buffer.from(this.#sealOf(`${time}.${nonce}`, credential))
    const given = Buffer.from(seal)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const expiresAt = Number.parseInt(time, 36)
    return challenge === `${time}.${nonce}.${seal}` && expiresAt > this.#now() ? expiresAt : undefined
  }

  #sealOf(body: string, { sha256 }: Credential): string {
    return createHmac('sha256', this.#secret).update(`${sha256}.${body}`).digest('base64url')
  }

  #forgetOld(): void {
    const now = this.#now()
    for (const [challenge, expiresAt] of this.#used) if (expiresAt <= now) this.#used.delete(challenge)
  }
}

function toKey(text: string): KeyObject | undefined {
  const point = Buffer.from(text, 'base64url')
  if (point.length !== POINT_BYTES || point[0] !== UNCOMPRESSED || point.toString('base64url') !== text)
    return undefined
  const [x, y] = [point.subarray(1, 1 + HALF), point.subarray(1 + HALF)]
  try {
    const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    // It is no point of the curve.
    return undefined
  }
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST
}

function member(value: unknown, name: string): unknown {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return isThere ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
