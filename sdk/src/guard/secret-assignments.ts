/**
 * Secrets that are known by the name before them: `API_KEY=…`, `"password": "…"`, `token: …`, `?access_token=…`. Source
 * code is full of such names, so what follows is looked at as well.
 */

import { isSecretName } from './secret-names.js'

// A name has at most so many letters behind the word that gives it away, and a value an end: time stays in proportion.
const ASSIGNMENT =
  /(?<name>(?:pass(?:w|phrase|code)|pwd|secret|credential|cookie|token|key|auth)[\w.-]{0,32})\\?["'`]?(?<equals>\s{0,8}(?:=>|:=|=|:)\s{0,8})\\?["'`]?(?:(?:Bearer|Basic|Token|Bot)\s{1,4})?(?<secret>(?:[^\s"'`\\,;&<>(){}[\]«»]|\\[nrtu/]){6,4096})/gi
const LONGEST_NAME = 32
const NAME_BEFORE = /((?:[?&#]|&amp;)?)([\w-]*(?:(?:api|access|private) )?)$/i

const LEAST_LONG = 32
const LEAST_BITS = 3
/** No path has so many different letters, large and small. */
const MANY_BITS = 4.3
const RANDOM = /^(?=.*[A-Z])(?=.*[a-z])[\w+/=-]*$/
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
/** Words, names of names, paths and addresses: what programs write behind such a name when they mean another place. */
const REFERENCE =
  /^(?:[$@#].*|%\w+%|[A-Za-z_$][A-Za-z_$-]*(?:[.:/?][A-Za-z_$][\w$-]*)*[.:]?|[a-z+]{2,12}:\/\/.*|[~.]{0,2}\/.*|[\d.:/-]+)$/

interface Groups {
  readonly name: string
  readonly equals: string
  readonly secret: string
}

/** The text with every such secret replaced. */
export function replaceAssigned(text: string, standIn: (secret: string) => string): string {
  return text.replace(ASSIGNMENT, (found: string, ...rest: readonly unknown[]) => {
    // The last of what a replacer is given are the groups, the text, and the place.
    const { name, equals, secret } = rest.at(-1) as Groups
    const at = rest.at(-3) as number
    // What is called is a function, and its result is not written here.
    if (text[at + found.length] === '(') return found
    const [, sign = '', before = ''] = NAME_BEFORE.exec(text.slice(Math.max(0, at - LONGEST_NAME), at)) ?? []
    const whole = before + name
    const isPlain = equals === '=' && (sign !== '' || !/[a-z]/.test(whole))
    return isSecret({ name: whole, isPlain, value: secret })
      ? found.slice(0, -secret.length) + standIn(secret)
      : found
  })
}

interface Assignment {
  readonly name: string
  /** Written where nothing but values is written: `NAME=value` of the environment, `?name=value` of an address. */
  readonly isPlain: boolean
  readonly value: string
}

function isSecret({ name, isPlain, value }: Assignment): boolean {
  const isNamed = isSecretName(name)
  // What a shell says of where it is.
  if (/^(?:OLD)?PWD$/.test(name) && /^\/[\w./@~-]*$/.test(value)) return false
  if (isNamed && isPlain) return !/^(?:\$.*|[\d.]+)$/.test(value)
  if (UUID.test(value)) return isNamed
  const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value)
  if (!isMixed) return false
  const isLong = value.length >= LEAST_LONG
  if (REFERENCE.test(value)) return isLong && RANDOM.test(value) && bitsOf(value) >= MANY_BITS
  return isNamed || (isLong && bitsOf(value) >= LEAST_BITS)
}

/** How many bits each of its characters tells, going by how often each occurs. */
export function bitsOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
