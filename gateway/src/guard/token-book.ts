/**
 * Every token that counts at this moment, and everybody who came with one. Its files are looked at with each request and
 * each second: what was taken back opens nothing from the next request on, and ends what it had opened.
 */

import { setMaxListeners } from 'node:events'
import type { GatewayConfig, PrincipalSetting } from '../config/config.js'
import { fingerprintOf, readOwnFile } from '../config/own-file.js'
import { commonScopes } from '../config/scope.js'
import { type Credential, isAsGood, type Means } from './credential.js'
import { withParents } from './descent.js'
import { digestOf, type Equal, isLikeSecret, placeOf } from './secret.js'
import { changesBetween, type TokenChange } from './token-change.js'
import { type KeptToken, ownerFile, readTokens, tokensFile } from './token-file.js'

export interface TokenBookOptions {
  readonly now?: (() => number) | undefined
  /** Reads the principals again when the config's file has changed; throws what is wrong with it. */
  readonly reread?: (() => GatewayConfig['principals']) | undefined
  /** Told of every token that came, was replaced or went, however that was done; not of those that expired. */
  readonly onChange?: ((change: TokenChange, credential: Credential) => void) | undefined
  /** Told when the last token of a principal counts no more. */
  readonly onDeparted?: ((principal: string) => void) | undefined
  /** Another way to compare: for tests that count. */
  readonly equal?: Equal | undefined
  /** Told of what cannot be read: the config's file stays as it was, the tokens of another file count no more. */
  readonly onTrouble?: ((what: 'config' | 'tokens' | 'owner_token', error: unknown) => void) | undefined
}

const OWNER = 'owner'
const LOOK_MILLISECONDS = 1_000

export class TokenBook {
  readonly #config: GatewayConfig
  readonly #options: TokenBookOptions
  readonly #now: () => number
  readonly #holders = new Map<string, { readonly credential: Credential; readonly end: AbortController }>()
  readonly #timer: NodeJS.Timeout
  #principals: GatewayConfig['principals']
  #credentials: readonly Credential[] = []
  #digests: readonly Buffer[] = []
  #byHash: ReadonlyMap<string, Credential> = new Map()
  /** When the next token expires. */
  #nextEnd = Number.POSITIVE_INFINITY
  /** Those whom a token lets in. */
  #expected: ReadonlySet<string> = new Set()
  #fingerprint: string | undefined
  #configPrint = ''

  constructor(config: GatewayConfig, options: TokenBookOptions = {}) {
    this.#config = config
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#principals = config.principals
    this.#configPrint = config.path === undefined ? '' : fingerprintOf(config.path)
    this.refresh()
    this.#timer = setInterval(() => this.refresh(), LOOK_MILLISECONDS).unref()
  }

  /** How many are compared with each that comes. */
  get size(): number {
    return this.#credentials.length
  }

  /** Whether there is one principal, and no other. */
  get isSolitary(): boolean {
    return this.#principals.size === 1
  }

  principal(name: string): PrincipalSetting | undefined {
    return this.#principals.get(name)
  }

  /** The token that this is; all are compared, and only what is in force counts. */
  find(secret: string, means: Means): Credential | undefined {
    this.refresh()
    // What cannot be a token costs the same: it is compared like one.
    const isLikely = isLikeSecret(secret)
    const credential =
      this.#credentials[placeOf(digestOf(isLikely ? secret : ''), this.#digests, this.#options.equal)]
    const isInForce = isLikely && credential?.means === means && !this.#isOver(credential)
    return isInForce ? credential : undefined
  }

  /** That of the token file, as it is now. */
  ofOwner(): Credential | undefined {
    this.refresh()
    return this.#credentials.find(each => each.name === OWNER && each.principal === this.#config.owner)
  }

  /** Whether one with this hash is in force. */
  has(sha256: string): boolean {
    this.refresh()
    const credential = this.#byHash.get(sha256)
    return credential !== undefined && !this.#isOver(credential)
  }

  /** Aborted when this one counts no more. Shared by all who came with it. */
  endOf(credential: Credential): AbortSignal {
    const held = this.#holders.get(credential.sha256)
    if (held !== undefined) return held.end.signal
    const end = new AbortController()
    setMaxListeners(0, end.signal)
    this.#holders.set(credential.sha256, { credential, end })
    return end.signal
  }

  /** Looks whether a file has changed, and ends what counts no more. */
  refresh(): void {
    const isChanged = this.#rereadConfig()
    const { stateFolder, owner } = this.#config
    const print = `${fingerprintOf(tokensFile(stateFolder))} ${owner === undefined ? '' : fingerprintOf(ownerFile(stateFolder))}`
    if (isChanged || print !== this.#fingerprint) {
      const before = this.#fingerprint === undefined ? undefined : this.#credentials
      this.#fingerprint = print
      this.#credentials = withParents([...this.#configured(), ...this.#owners(), ...this.#kept()])
      if (before !== undefined) this.#tell(before)
      this.#digests = this.#credentials.map(({ digest }) => digest)
      this.#byHash = new Map(this.#credentials.map(each => [each.sha256, each]))
      this.#endOthers()
    } else if (this.#now() >= this.#nextEnd) this.#endOthers()
  }

  close(): void {
    clearInterval(this.#timer)
    for (const { end } of this.#holders.values()) end.abort()
    this.#holders.clear()
  }

  #rereadConfig(): boolean {
    const { path } = this.#config
    const { reread, onTrouble } = this.#options
    const print = path === undefined || reread === undefined ? this.#configPrint : fingerprintOf(path)
    if (print === this.#configPrint || reread === undefined) return false
    this.#configPrint = print
    try {
      this.#principals = reread()
      return true
    } catch (error) {
      onTrouble?.('config', error)
      return false
    }
  }

  #configured(): readonly Credential[] {
    return [...this.#principals.values()].flatMap(({ name: principal, tokens }) =>
      tokens.map(({ name, sha256, scopes, expiresAt }) => ({
        ...{ name, principal, sha256, scopes, expiresAt, label: principal },
        ...{
          digest: Buffer.from(sha256, 'hex'),
          means: 'bearer' as const,
          session: undefined,
          agent: undefined,
          parent: undefined,
          key: undefined,
          origin: undefined,
        },
      })),
    )
  }

  #owners(): readonly Credential[] {
    const principal = this.#principals.get(this.#config.owner ?? '')
    const text = this.#read('owner_token', ownerFile)?.trim()
    if (principal === undefined || text === undefined || !isLikeSecret(text)) return []
    const digest = digestOf(text)
    return [
      {
        ...{ name: OWNER, principal: principal.name, label: principal.name, scopes: principal.scopes },
        ...{ digest, sha256: digest.toString('hex'), means: 'bearer', session: undefined },
        ...{ agent: undefined, expiresAt: undefined, parent: undefined, key: undefined, origin: undefined },
      },
    ]
  }

  #kept(): readonly Credential[] {
    try {
      const text = this.#read('tokens', tokensFile)
      return (text === undefined ? [] : readTokens(text)).flatMap(token => this.#toCredential(token))
    } catch (error) {
      this.#options.onTrouble?.('tokens', error)
      return []
    }
  }

  /** Nobody keeps what their principal has no more. */
  #toCredential(token: KeptToken): readonly Credential[] {
    const principal = this.#principals.get(token.principal)
    // A cookie that is bound to no page would be whoever's that gets to see it.
    const isBound = token.key !== undefined && token.origin !== undefined
    if (principal === undefined || (token.means === 'cookie' && !isBound)) return []
    const { name, sha256, means, label = principal.name, session, agent, expiresAt } = token
    const scopes = commonScopes(new Set(token.scopes), principal.scopes)
    const digest = Buffer.from(sha256, 'hex')
    return [
      {
        ...{ name, principal: principal.name, sha256, digest, scopes, means, label },
        ...{ session, agent, expiresAt, parent: token.parent, key: token.key, origin: token.origin },
      },
    ]
  }

  #read(what: 'tokens' | 'owner_token', place: (folder: string) => string): string | undefined {
    try {
      return readOwnFile(place(this.#config.stateFolder), { isSecret: true })
    } catch (error) {
      this.#options.onTrouble?.(what, error)
      return undefined
    }
  }

  #tell(before: readonly Credential[]): void {
    for (const [change, credential] of changesBetween(before, this.#credentials))
      if (change !== 'token_revoked' || !this.#isOver(credential))
        this.#options.onChange?.(change, credential)
  }

  #endOthers(): void {
    for (const [sha256, { credential, end }] of this.#holders) {
      const now = this.#byHash.get(sha256)
      if (now !== undefined && !this.#isOver(now) && isAsGood(credential, now)) continue
      this.#holders.delete(sha256)
      end.abort()
    }
    const before = this.#expected
    this.#expected = new Set(
      this.#credentials.filter(each => !this.#isOver(each)).map(({ principal }) => principal),
    )
    for (const principal of before) if (!this.#expected.has(principal)) this.#options.onDeparted?.(principal)
    const ends = this.#credentials.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY)
    this.#nextEnd = Math.min(...ends.filter(time => time > this.#now()))
  }

  #isOver({ expiresAt }: Credential): boolean {
    return expiresAt !== undefined && expiresAt <= this.#now()
  }
}
