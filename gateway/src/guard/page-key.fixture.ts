/** What a page does with the key that its cookie is bound to, without a browser. */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export interface Proof {
  readonly challenge: string
  readonly signature: string
}

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
  sign(challenge: string, origin: string): Proof {
    const key = { key: this.#private, dsaEncoding: 'ieee-p1363' as const }
    const signature = sign('sha256', Buffer.from(`parley.dev/proof:${origin} ${challenge}`), key)
    return { challenge, signature: signature.toString('base64url') }
  }

  /** Asks the gateway what to sign, and signs it. */
  async prove(url: string, cookie: string): Promise<Proof> {
    return this.sign(await challengeOf(url, cookie), url)
  }
}

export async function challengeOf(url: string, cookie: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-parley-csrf': '1', origin: url, cookie }
  const answer = await fetch(`${url}/auth/challenge`, { method: 'POST', headers, body: '{}' })
  const { challenge } = (await answer.json()) as { readonly challenge?: unknown }
  if (typeof challenge !== 'string') throw new Error(`no challenge: ${answer.status}`)
  return challenge
}

/** An opening as a page says it; without a proof where none is given. */
export function openingWith(proof?: Proof): string {
  const _meta = proof === undefined ? {} : { 'parley.dev/proof': proof }
  const params = {
    protocolVersion: 1,
    clientCapabilities: {},
    _meta: { 'parley.dev/delivery': true, ..._meta },
  }
  return JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
}
