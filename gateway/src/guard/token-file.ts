/** The file with the hashes of tokens that were made by the gateway or for it. Written whole; read strictly, or nobody comes in. */

import { join } from 'node:path'
import { SCOPES, type Scope } from '../config/scope.js'
import { ConfigFlaw, Section, toListOf, toNumber, toSection, toText, toWord } from '../config/section.js'
import type { Means } from './credential.js'

/** A token as it stands in the file. */
export interface KeptToken {
  readonly name: string
  readonly principal: string
  readonly sha256: string
  readonly scopes: readonly Scope[]
  readonly means: Means
  readonly madeAt: number
  readonly label?: string | undefined
  readonly session?: string | undefined
  readonly agent?: string | undefined
  readonly expiresAt?: number | undefined
  readonly parent?: string | undefined
  /** The public half of the key that a cookie is bound to. */
  readonly key?: string | undefined
  /** That of the page that a cookie was given to. */
  readonly origin?: string | undefined
}

/** The hashes of all tokens. */
export const tokensFile = (folder: string): string => join(folder, 'tokens.json')

/** The token of the owner itself, for programs of the same user. */
export const ownerFile = (folder: string): string => join(folder, 'token')

const EDITION = 1
const KEYS = [
  ...['name', 'principal', 'sha256', 'scopes', 'means', 'madeAt'],
  ...['label', 'session', 'agent', 'expiresAt', 'parent', 'key', 'origin'],
]
const MEANS = ['bearer', 'cookie'] as const
const time = toNumber(0, Number.MAX_SAFE_INTEGER)

export function toTokensText(tokens: readonly KeptToken[]): string {
  return `${JSON.stringify({ version: EDITION, tokens }, null, 1)}\n`
}

/** Throws what is wrong with it. */
export function readTokens(text: string): readonly KeptToken[] {
  const top = new Section(parse(text), '$').demandKnown(['version', 'tokens'])
  top.take('version', toNumber(EDITION, EDITION))
  return top.take('tokens', toListOf(toSection)).map(toToken)
}

function toToken(section: Section): KeptToken {
  section.demandKnown(KEYS)
  return {
    name: section.take('name', toText),
    principal: section.take('principal', toText),
    sha256: section.take('sha256', toDigest),
    scopes: section.take('scopes', toListOf(toWord(SCOPES))),
    means: section.take('means', toWord(MEANS)),
    madeAt: section.take('madeAt', time),
    label: section.maybe('label', toText, undefined),
    session: section.maybe('session', toText, undefined),
    agent: section.maybe('agent', toText, undefined),
    expiresAt: section.maybe('expiresAt', time, undefined),
    parent: section.maybe('parent', toDigest, undefined),
    key: section.maybe('key', toText, undefined),
    origin: section.maybe('origin', toText, undefined),
  }
}

function toDigest(value: unknown, path: string): string {
  const text = toText(value, path)
  if (/^[0-9a-f]{64}$/.test(text)) return text
  throw new ConfigFlaw(path, '64 hexadecimal digits', 'another text')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigFlaw('$', 'JSON', 'something else')
  }
}
