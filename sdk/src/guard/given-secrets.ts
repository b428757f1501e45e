/** Which of the words that a program or a server is given are given in confidence. */

import { isPlainHeader, isSecretName, isSuspectName } from './secret-names.js'
import { basicCredentials, decodePercent } from './secret-spelling.js'

/** A variable or a header. */
export interface NamedValue {
  readonly name: string
  readonly value: string
}

/** Values that are none, unless their name says otherwise: words, numbers, paths and plain addresses. */
const HARMLESS = /^(?:[a-z]+|[\d.]+|(?:[a-z]:)?[~.]{0,2}[/\\][^\s]*|https?:\/\/[^\s?#@]*)$/i
/** A path from its beginning, and nothing that digits of a key could be. */
const ABSOLUTE = /^(?:[a-z]:)?(?:[/\\][\w.@~ -]+){1,64}[/\\]?$/i
const WORD = /^(?:[A-Z]?[a-z]{1,19}|[A-Z]{1,20})$/
/** Names of variables that say where something is kept. */
const PLACE_NAME = /[_-](?:path|file|dir|folder|home)$/i
/** Names whose value may well be a word of somebody's choice. */
const CHOSEN_NAME = /(?:pass|auth|key|tokens?)$/i

const LEAST_CHARACTERS = 8
/** Shorter ones would be found in every other word. */
export const LEAST_NAMED_CHARACTERS = 4

/** The secrets among variables: what has a telling name, and what is no word, number, path or plain address. */
export function secretsInVariables(variables: readonly NamedValue[]): readonly string[] {
  return variables.flatMap(secretIn)
}

/** The secrets of an environment: only what has a telling name, since most of the others are ordinary words. */
export function secretsInEnvironment(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return secretsInVariables(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && isSuspectName(name) ? [{ name, value }] : [],
    ),
  )
}

/** The secrets among headers; in `Bearer abc` the secret is also `abc`. */
export function secretsInHeaders(all: readonly NamedValue[]): readonly string[] {
  const headers = all.filter(({ name }) => !isPlainHeader(name))
  const parts = headers.flatMap(({ name, value }) =>
    value.split(' ').map(part => ({ name: `authorization ${name}`, value: part })),
  )
  return [...headers, ...parts].flatMap(secretIn)
}

/** The secrets among arguments: `--api-key=abc`, `--token abc`, `postgres://me:abc@host`. */
export function secretsInArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const [, name, value] = /^--?([\w-]+)(?:=(.*))?$/s.exec(arg) ?? []
    if (name === undefined || !isSuspectName(name)) return secretsInAddress(arg)
    return secretIn({ name, value: value ?? args[index + 1] ?? '' })
  })
}

/** What stands before the `@` of an address, and every value behind its `?`. */
export function secretsInAddress(text: string): readonly string[] {
  if (!/^[a-z][\w+.-]*:\/\//i.test(text) || !URL.canParse(text)) return []
  const url = new URL(text)
  const { username, password, searchParams, search } = url
  return [username, password, basicCredentials(url) ?? '', search.slice(1), ...searchParams.values()]
    .flatMap(value => [value, decodePercent(value)])
    .filter(value => value.length >= LEAST_NAMED_CHARACTERS)
}

function secretIn({ name, value }: NamedValue): readonly string[] {
  const isNamed = isSuspectName(name)
  if (value.length < (isNamed ? LEAST_NAMED_CHARACTERS : LEAST_CHARACTERS)) return []
  const isHarmless = isNamed ? isPlainly(name, value) : HARMLESS.test(value)
  return isHarmless ? [] : [value, ...secretsInAddress(value)]
}

/** A name that only hints makes no secret of where a key is kept, nor of the kind of a session. */
function isPlainly(name: string, value: string): boolean {
  if (ABSOLUTE.test(value)) return PLACE_NAME.test(name) || !isSecretName(name)
  return WORD.test(value) && !isSecretName(name) && !CHOSEN_NAME.test(name)
}
