/** The key of a page, without a browser: what a cookie is bound to. */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { PROOF_META } from '@parley/acp/protocol'

export class PageKey {
  /** The public half, as the page says it. */
  readonly name: string
  readonly #private: KeyObject

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const half = (text: string): Buffer => Buffer.from(text, 'base64url')
    this.name = Buffer.concat([Buffer.of(4), half(x), half(y)]).toString('base64url')
    this.#private = privateKey
  }

  /** As a page of this origin does. */
  sign(challenge: string, origin: string): { readonly challenge: string; readonly signature: string } {
    const key = { key: this.#private, dsaEncoding: 'ieee-p1363' as const }
    const signature = sign('sha256', Buffer.from(`${PROOF_META}:${origin} ${challenge}`), key)
    return { challenge, signature: signature.toString('base64url') }
  }
}
