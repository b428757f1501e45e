/** Makes, replaces, lists and takes back tokens. A running gateway sees it with the next request, whoever did it. */

import { demandName } from '../config/name.js'
import { readOwnFile, replaceOwnFile } from '../config/own-file.js'
import type { Scope } from '../config/scope.js'
import type { Means } from './credential.js'
import { digestOf, makeSecret } from './secret.js'
import { type KeptToken, ownerFile, readTokens, tokensFile, toTokensText } from './token-file.js'
import { inTurn } from './turn.js'

/** What a new token is to be. */
export interface TokenWish {
  readonly name: string
  readonly principal: string
  readonly scopes: ReadonlySet<Scope>
  readonly means?: Means | undefined
  readonly label?: string | undefined
  readonly session?: string | undefined
  readonly agent?: string | undefined
  readonly expiresAt?: number | undefined
  readonly parent?: string | undefined
  readonly key?: string | undefined
  readonly origin?: string | undefined
}

/** A token as it may be shown: everything but what it is. */
export type ListedToken = Omit<KeptToken, 'sha256' | 'parent' | 'key' | 'origin'>

/** Why a token could not be made, replaced or taken back, as a word. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  readonly reason: 'name_taken' | 'no_such_token' | 'too_many_tokens'

  constructor(reason: TokenError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const MOST_TOKENS = 1_000
const MOST_PER_PRINCIPAL = 200
// Those that came of tickets make way for nobody, so they must not take the places of those that a person makes.
const MOST_DERIVED = 500
const MOST_OF_ONE = 32

/** Makes one. What is returned is the only time that it can be seen. */
export async function addToken(folder: string, wish: TokenWish): Promise<string> {
  demandName(wish.name, 'the name of a token')
  const token = makeSecret()
  return change(folder, tokens => {
    if (tokens.some(({ name }) => name === wish.name))
      throw new TokenError('name_taken', `there is a token ${wish.name} already.`)
    if (!hasRoom(tokens, wish))
      throw new TokenError('too_many_tokens', `${wish.principal} cannot have another token.`)
    const { means = 'bearer', scopes, ...rest } = wish
    const kept = { ...rest, means, scopes: [...scopes], sha256: hashOf(token), madeAt: Date.now() }
    return { tokens: [...tokens, kept], result: token }
  })
}

/** Puts a new one in the place of one of that name, which is worth nothing from now on. */
export function rotateToken(folder: string, name: string): Promise<string> {
  const token = makeSecret()
  return change(folder, tokens => {
    demandThere(tokens, name)
    const replaced = { sha256: hashOf(token), madeAt: Date.now() }
    return {
      tokens: tokens.map(each => (each.name === name ? { ...each, ...replaced } : each)),
      result: token,
    }
  })
}

/** Takes one back. */
export function revokeToken(folder: string, name: string): Promise<void> {
  return change(folder, tokens => {
    demandThere(tokens, name)
    return { tokens: tokens.filter(each => each.name !== name), result: undefined }
  })
}

/** Takes back all of which this is true. Mostly there are none: then nothing is written, and nobody waits. */
export async function revokeTokens(folder: string, isMeant: (token: KeptToken) => boolean): Promise<void> {
  const text = readOwnFile(tokensFile(folder), { isSecret: true })
  if (text === undefined || !readTokens(text).some(isMeant)) return
  await change(folder, tokens => ({ tokens: tokens.filter(each => !isMeant(each)), result: undefined }))
}

/** All that were made, without what they are. */
export function listTokens(folder: string): readonly ListedToken[] {
  const text = readOwnFile(tokensFile(folder), { isSecret: true })
  return (text === undefined ? [] : readTokens(text)).map(
    ({ sha256: _, parent: __, key: ___, origin: ____, ...listed }) => listed,
  )
}

/** The owner's token: made where there is none, and then said to be new. */
export function ownerToken(folder: string): Promise<{ readonly token: string; readonly isNew: boolean }> {
  const path = ownerFile(folder)
  return inTurn(path, async () => {
    const kept = readOwnFile(path, { isSecret: true })?.trim()
    if (kept !== undefined && kept !== '') return { token: kept, isNew: false }
    const token = makeSecret()
    await replaceOwnFile(path, `${token}\n`)
    return { token, isNew: true }
  })
}

/** Puts a new one in the place of the owner's. */
export function rotateOwnerToken(folder: string): Promise<string> {
  const path = ownerFile(folder)
  return inTurn(path, async () => {
    const token = makeSecret()
    await replaceOwnFile(path, `${token}\n`)
    return token
  })
}

type Tokens = readonly KeptToken[]

/** Those that have expired are left out on the way. */
function change<T>(folder: string, work: (tokens: Tokens) => { tokens: Tokens; result: T }): Promise<T> {
  const path = tokensFile(folder)
  return inTurn(path, async () => {
    const text = readOwnFile(path, { isSecret: true })
    const now = Date.now()
    const kept = text === undefined ? [] : readTokens(text)
    const { tokens, result } = work(kept.filter(({ expiresAt = now + 1 }) => expiresAt > now))
    await replaceOwnFile(path, toTokensText(tokens))
    return result
  })
}

function hasRoom(tokens: Tokens, { principal, parent }: TokenWish): boolean {
  const isDerived = parent !== undefined
  const alike = tokens.filter(each => (each.parent !== undefined) === isDerived)
  const own = alike.filter(each => each.principal === principal)
  const most = isDerived ? MOST_DERIVED : MOST_TOKENS - MOST_DERIVED
  if (alike.length >= most || own.length >= MOST_PER_PRINCIPAL) return false
  return !isDerived || own.filter(each => each.parent === parent).length < MOST_OF_ONE
}

function demandThere(tokens: Tokens, name: string): void {
  if (tokens.every(each => each.name !== name))
    throw new TokenError('no_such_token', `there is no token ${name}.`)
}

function hashOf(token: string): string {
  return digestOf(token).toString('hex')
}
