/** What a server was given in confidence, and how to keep it out of everything that is said about or by the server. */

import { basicCredentials, decodePercent, toBase64, toHex } from './credential-spelling.js'
import type { Endpoint } from './endpoint.js'

/** Names under which a secret is kept. */
const SECRETIVE = /auth(?!or)|token|secret|key|pass|pwd|credential|cookie|session|signature/i
/** Values that are none, unless their name says otherwise: words, numbers, paths and plain addresses. */
const HARMLESS = /^(?:[a-z]+|[\d.]+|(?:[a-z]:)?[~.]{0,2}[/\\][^\s]*|https?:\/\/[^\s?#@]*)$/i
/** Headers that say what is sent, not who sends it. */
const PLAIN_HEADERS = /^(?:accept(?:-.*)?|content-type|user-agent|mcp-protocol-version)$/i

const LEAST_CHARACTERS = 8
const LEAST_NAMED_CHARACTERS = 4
const STAND_IN = '«redacted»'
/** What nobody sees: between the letters of a secret it would hide them from us, and from nobody else. */
const UNSEEN = '[\\p{Cf}\\p{Variation_Selector}\\u034f]'
const EVERY_UNSEEN = new RegExp(UNSEEN, 'gu')
const LONE_SURROGATE = /\p{Surrogate}/gu
/** Both protocols refuse messages that are nested deeper than a little more than this. */
const MOST_LEVELS = 100

interface Named {
  readonly name: string
  readonly value: string
}

/** Removes the secrets of one server from text and from values. */
export class Redactor {
  readonly #secrets: readonly string[]
  readonly #pattern: RegExp | undefined

  constructor(endpoint: Endpoint) {
    const spellings = [...new Set(secretsOf(endpoint).flatMap(toSpellings))]
    // The longest first: a secret that begins like another must not leave its rest behind.
    this.#secrets = spellings.sort((one, other) => other.length - one.length)
    this.#pattern =
      spellings.length === 0 ? undefined : new RegExp(this.#secrets.map(toLoosely).join('|'), 'gu')
  }

  /** The text without secrets, and without halves of characters: no message could carry those on. */
  text(text: string): string {
    const whole = text.replace(LONE_SURROGATE, '\ufffd')
    return this.#pattern === undefined ? whole : whole.replace(this.#pattern, STAND_IN)
  }

  /** The same for the end of a longer text, which may begin in the middle of a secret. */
  tail(said: string): string {
    const text = said.replace(EVERY_UNSEEN, '')
    for (const secret of this.#secrets)
      for (let kept = secret.length - 1; kept >= LEAST_NAMED_CHARACTERS; kept--)
        if (text.startsWith(secret.slice(-kept))) return STAND_IN + this.text(text.slice(kept))
    return this.text(text)
  }

  /** A JSON value with the secrets removed from its texts and its names, and cut off where it is nested too deep. */
  value<T>(value: T): T {
    // The shape is the same: only texts change.
    return this.#deep(value, 0) as T
  }

  #deep(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth >= MOST_LEVELS) return null
    if (Array.isArray(value)) return value.map(each => this.#deep(each, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [this.text(name), this.#deep(each, depth + 1)]),
    )
  }
}

function secretsOf(endpoint: Endpoint): readonly string[] {
  if (endpoint.kind === 'stdio') return [...endpoint.env.flatMap(secretIn), ...secretsInArgs(endpoint.args)]
  const headers = endpoint.headers.filter(({ name }) => !PLAIN_HEADERS.test(name))
  // In `Bearer abc` the secret is `abc`.
  const parts = headers.flatMap(({ name, value }) =>
    value.split(' ').map(part => ({ name: `auth ${name}`, value: part })),
  )
  return [...[...headers, ...parts].flatMap(secretIn), ...secretsInUrl(endpoint.url)]
}

function secretIn({ name, value }: Named): readonly string[] {
  const isNamed = SECRETIVE.test(name)
  if (value.length < (isNamed ? LEAST_NAMED_CHARACTERS : LEAST_CHARACTERS)) return []
  if (isNamed || !HARMLESS.test(value)) return [value, ...secretsInUrl(value)]
  return []
}

/** `--api-key=abc`, `--token abc`, `postgres://me:abc@host`. */
function secretsInArgs(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const [, name, value] = /^--?([\w-]+)(?:=(.*))?$/s.exec(arg) ?? []
    if (name === undefined || !SECRETIVE.test(name)) return secretsInUrl(arg)
    return secretIn({ name, value: value ?? args[index + 1] ?? '' })
  })
}

/** What stands before the `@`, and every value behind the `?`. */
function secretsInUrl(text: string): readonly string[] {
  if (!/^[a-z][\w+.-]*:\/\//i.test(text) || !URL.canParse(text)) return []
  const url = new URL(text)
  const { username, password, searchParams, search } = url
  return [username, password, basicCredentials(url) ?? '', search.slice(1), ...searchParams.values()]
    .flatMap(value => [value, decodePercent(value)])
    .filter(value => value.length >= LEAST_NAMED_CHARACTERS)
}

/** As it is, as an address writes it, as a `Basic` header does, and as digits. */
function toSpellings(secret: string): readonly string[] {
  const hex = toHex(secret)
  const seen = secret.replace(EVERY_UNSEEN, '')
  return [
    ...(seen === '' ? [] : [seen]),
    encodeURIComponent(secret.replace(LONE_SURROGATE, '\ufffd')),
    toBase64(secret).replace(/=+$/, ''),
    hex,
    hex.toUpperCase(),
  ]
}

/** The text, also where something that nobody sees stands between its letters. */
function toLoosely(text: string): string {
  return Array.from(text, letter => letter.replace(/[.*+?^${}()|[\]\\/]/, '\\$&')).join(`${UNSEEN}*`)
}
