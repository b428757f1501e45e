/** Where in a message secrets stand: variables and headers, what somebody signs in with, what a user answered. */

import type { StandIn } from './known-secrets.js'
import { isPlainHeader, isSecretName, isSuspectName } from './secret-names.js'
import { replaceInWords } from './secret-options.js'
import { isStandIn } from './stand-in.js'

interface Means {
  readonly text: (text: string) => string
  readonly standIn: StandIn
  readonly isKnownOnly: boolean
}

/** What of a value goes: what gives itself away, the values of variables with telling names, of all of them, or all. */
type Cover = 'telling' | 'variables' | 'headers' | 'all variables' | 'sign-in' | 'all'

interface Place {
  readonly cover: Cover
  readonly depth: number
  /** Inside the description of an MCP server. */
  readonly isServer: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** Both protocols refuse messages that are nested deeper than a little more than this. */
const MOST_LEVELS = 100
const SIGN_IN = new Set<unknown>(['authenticate', 'auth/login'])
const ANSWERS = new Set<unknown>(['accept', 'decline', 'cancel'])
const VARIABLES = /^(?:env|environment)$/i
const HEADERS = /^(?:http)?headers$/i
const OPTION = /^--?[\w-]+$/
const ARGUMENTS = /^(?:args|arguments|argv)$/

/** The value with its secrets replaced. */
export function redactMessage(value: unknown, means: Means): unknown {
  return redact(value, { cover: 'telling', depth: 0, isServer: false }, means)
}

function redact(value: unknown, place: Place, means: Means): unknown {
  if (typeof value === 'string') return isHidden(value, place) ? means.standIn(value) : means.text(value)
  if (typeof value === 'number') return place.cover === 'all' ? means.standIn(String(value)) : value
  if (typeof value !== 'object' || value === null) return value
  if (place.depth >= MOST_LEVELS) return null
  return Array.isArray(value) ? redactList(value, place, means) : redactFields({ ...value }, place, means)
}

function isHidden(value: string, { cover }: Place): boolean {
  return (cover === 'all' || cover === 'all variables') && value !== '' && !isStandIn(value)
}

function redactList(words: readonly unknown[], place: Place, means: Means): readonly unknown[] {
  const deeper = { ...place, depth: place.depth + 1 }
  const list = means.isKnownOnly ? words : replaceInWords(words, means.standIn)
  return list.map((each, index) => {
    const before = list[index - 1]
    // `--token`, `abc`
    const isNamed =
      !means.isKnownOnly && typeof before === 'string' && OPTION.test(before) && isSecretName(before)
    return redact(each, isNamed && typeof each === 'string' ? { ...deeper, cover: 'all' } : deeper, means)
  })
}

function redactFields(fields: Fields, place: Place, means: Means): Fields {
  const deeper = { ...place, depth: place.depth + 1 }
  return Object.fromEntries(
    Object.entries(fields).map(([name, each]) => {
      if (means.isKnownOnly) return [means.text(name), redact(each, deeper, means)]
      const inner = { ...deeper, ...judge(name, fields, place) }
      // Its arguments mean what they mean to the program that stands beside them.
      const isArguments = ARGUMENTS.test(name) && typeof fields.command === 'string' && Array.isArray(each)
      const own = isArguments ? replaceInWords([fields.command, ...each], means.standIn).slice(1) : each
      return [means.text(name), redact(own, inner, means)]
    }),
  )
}

/** What is special about one field of an object. */
function judge(name: string, fields: Fields, place: Place): Partial<Place> {
  const { cover, isServer } = place
  if (cover === 'all') return {}
  if (name === 'mcpServers') return { isServer: true }
  if (name === 'params' && SIGN_IN.has(fields.method)) return { cover: 'sign-in' }
  if (name === 'content' && ANSWERS.has(fields.action) && !Array.isArray(fields.content))
    return { cover: 'all' }
  if (VARIABLES.test(name)) return { cover: isServer ? 'all variables' : 'variables' }
  if (HEADERS.test(name)) return { cover: isServer ? 'all variables' : 'headers' }
  return { cover: isCovered(name, fields, cover) ? 'all' : 'telling' }
}

function isCovered(name: string, fields: Fields, cover: Cover): boolean {
  const isPair = typeof fields.name === 'string' && 'value' in fields
  // Of a pair it is the value that its name is about; everything else in it says what it is.
  const called = isPair && name === 'value' ? String(fields.name) : name
  if (isPair && name !== 'value' && cover !== 'sign-in') return isSecretName(name)
  switch (cover) {
    case 'all variables':
      return true
    case 'sign-in':
      // Which way it was is said in the open.
      return name !== 'methodId'
    case 'headers':
      return !isPlainHeader(called)
    case 'variables':
      return isSuspectName(called)
    default:
      return isSecretName(called)
  }
}
