/** Reads what the file says of those who may come: what they may do, where, how much, and the hashes of their tokens. */

import { toPath } from './agent-section.js'
import { type PrincipalLimits, type PrincipalSetting, type TokenSetting, USUAL_LIMITS } from './config.js'
import { demandName } from './name.js'
import { commonScopes, ROLES, SCOPES, type Scope, scopesOf } from './scope.js'
import { ConfigFlaw, type Section, toListOf, toNumber, toSection, toText, toWord } from './section.js'

const KEYS = ['role', 'scopes', 'roots', 'agents', 'tokens', 'limits']
const TOKEN_KEYS = ['sha256', 'role', 'scopes', 'expires']
const MOST = 1_000_000
const MOST_BYTES = 1_000_000_000

/** What holds for a principal where nothing else is said of it. */
export interface PrincipalSurroundings {
  readonly roots: readonly string[]
  readonly agents: readonly string[]
  readonly limits: PrincipalLimits
}

export function toPrincipals(
  top: Section,
  surroundings: PrincipalSurroundings,
): ReadonlyMap<string, PrincipalSetting> {
  const principals = top.each('principals', (section, name) => toPrincipal(section, name, surroundings))
  demandDistinct([...principals.values()].flatMap(({ tokens }) => tokens))
  return principals
}

export function toLimits(section: Section | undefined, usual: PrincipalLimits): PrincipalLimits {
  const limit = (name: keyof PrincipalLimits, most: number): number =>
    section?.maybe(name, toNumber(1, most), undefined) ?? usual[name]
  return {
    connections: limit('connections', MOST),
    sessions: limit('sessions', MOST),
    requestsPerSecond: limit('requestsPerSecond', MOST),
    requestBurst: limit('requestBurst', MOST),
    bytesPerSecond: limit('bytesPerSecond', MOST_BYTES),
  }
}

function toPrincipal(section: Section, name: string, usual: PrincipalSurroundings): PrincipalSetting {
  demandName(name, section.path)
  section.demandKnown(KEYS)
  const scopes = toScopes(section)
  if (scopes === undefined) throw new ConfigFlaw(section.path, 'a role or a list of scopes', 'neither')
  const limits = section.maybe('limits', toSection, undefined)?.demandKnown(Object.keys(USUAL_LIMITS))
  return {
    name,
    scopes,
    roots: section.maybe('roots', toListOf(toPath), usual.roots),
    agents: section.maybe('agents', toListOf(toWord(usual.agents)), undefined),
    tokens: [...section.each('tokens', (token, each) => toToken(token, each, scopes)).values()],
    limits: toLimits(limits, usual.limits),
  }
}

/** A token that says nothing may do what its principal may; never more. */
function toToken(section: Section, name: string, most: ReadonlySet<Scope>): TokenSetting {
  demandName(name, section.path)
  section.demandKnown(TOKEN_KEYS)
  return {
    name,
    sha256: section.take('sha256', toDigest),
    scopes: commonScopes(toScopes(section) ?? most, most),
    expiresAt: section.maybe('expires', toTime, undefined),
  }
}

function toScopes(section: Section): ReadonlySet<Scope> | undefined {
  if (section.has('role') && section.has('scopes'))
    throw new ConfigFlaw(section.path, 'a role or a list of scopes', 'both')
  const role = section.maybe('role', toWord(ROLES), undefined)
  if (role !== undefined) return scopesOf(role)
  const scopes = section.maybe('scopes', toListOf(toWord(SCOPES)), undefined)
  return scopes === undefined ? undefined : new Set(scopes)
}

function toDigest(value: unknown, path: string): string {
  const text = toText(value, path)
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new ConfigFlaw(path, 'the SHA-256 of a token, 64 hexadecimal digits', 'another text')
}

function toTime(value: unknown, path: string): number {
  const time = Date.parse(toText(value, path))
  if (Number.isFinite(time)) return time
  throw new ConfigFlaw(path, 'a time such as 2030-01-31T12:00:00Z', 'another text')
}

/** One token that is two people would be whichever of them stands first. */
function demandDistinct(tokens: readonly TokenSetting[]): void {
  const seen = new Set(tokens.map(({ sha256 }) => sha256))
  if (seen.size < tokens.length)
    throw new ConfigFlaw('$.principals', 'each token once', 'one hash under two names')
}
