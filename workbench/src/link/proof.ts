/**
 * How the page proves that it is the one that was let in: its cookie goes to every port of the host, so it is bound to a key
 * that only the page's own origin has, and each socket begins with something fresh that was signed by it, with that origin's
 * name: who asks for a signature may not be the gateway any more.
 */

import { PROOF_META } from '@parley/acp/protocol'
import type { WebSocketLike } from '@parley/acp/transport'
import { type Fields, fieldsOf, textIn } from './fields.js'
import { askGuard } from './guard-request.js'
import type { Surroundings } from './surroundings.js'

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' }

/** Makes a key, and says the public half of it, by which it is found again. */
export async function makeKey(around: Surroundings): Promise<string> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(CURVE, false, ['sign'])
  const name = toLetters(await crypto.subtle.exportKey('raw', publicKey))
  await (await around.keys()).keep(name, privateKey)
  return name
}

/** A socket whose first message has the proof. Throws where there can be none: why is for `whyRefused` to say. */
export async function openProven(around: Surroundings, url: string): Promise<WebSocketLike> {
  const { challenge, key } = await challengeOf(around)
  if (challenge === undefined || key === undefined) throw new Error('the gateway asks for no proof')
  const signed = await crypto.subtle.sign(
    SIGNING,
    key,
    new TextEncoder().encode(`${PROOF_META}:${around.origin} ${challenge}`),
  )
  const proof = { challenge, signature: toLetters(signed) }
  const socket = around.openSocket(url)
  const send = socket.send.bind(socket)
  socket.send = text => {
    socket.send = send
    send(withProof(JSON.parse(text), proof))
  }
  return socket
}

/** What is to be signed, and with which of the page's keys; without a key that is gone. */
export async function challengeOf(around: Surroundings): Promise<{
  readonly status?: number
  /** The word of a refusal. */
  readonly reason?: string | undefined
  readonly challenge?: string | undefined
  readonly key?: CryptoKey | undefined
}> {
  const reply = await askGuard(around, '/auth/challenge')
  if (reply === undefined) return {}
  const fields = fieldsOf(await reply.json().catch(() => undefined))
  if (reply.status !== 200) return { status: reply.status, reason: textIn(fields, 'error') }
  const key = await (await around.keys()).find(textIn(fields, 'key') ?? '')
  return { status: 200, challenge: textIn(fields, 'challenge'), key }
}

function withProof(message: Fields, proof: object): string {
  const params = fieldsOf(message.params)
  const _meta = { ...fieldsOf(params._meta), [PROOF_META]: proof }
  return JSON.stringify({ ...message, params: { ...params, _meta } })
}

function toLetters(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
