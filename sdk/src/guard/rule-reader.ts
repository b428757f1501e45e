/** Reads one line of a policy. A line that could never match, or that allows more than it names, is a flaw. */

import type { ActionName } from './action.js'
import { misspellingOf, toArgvPattern } from './argv-pattern.js'
import { toPathGlob } from './path-glob.js'
import type { PolicyFlaw, PolicySource, Rule } from './policy.js'
import { isObject, toFound } from './policy-value.js'
import { ACTION_WORDS, actionsNamed, keysOf, needsOf } from './rule-keys.js'
import { toUrlPattern } from './url-pattern.js'

type Line = Readonly<Record<string, unknown>>
type Reading = { readonly rule: Rule } | { readonly flaws: readonly PolicyFlaw[] }

/** A value that was read, or what it should have been. */
type Part = { readonly value: unknown } | { readonly expected: string }

const MOST_WORDS = 256
const LONGEST_WORD = 4_096
const SERVER = /^sha256:[0-9a-f]{64}$/

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_WORD

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.length <= MOST_WORDS && value.every(isWord)

function readWords(value: unknown): Part {
  if (isWord(value)) return { value: [value] }
  return isWords(value) ? { value } : { expected: 'a word or a list of words' }
}

function readGlob(value: unknown): Part {
  if (!isWord(value)) return { expected: 'a path' }
  const glob = toPathGlob(value)
  return 'expected' in glob ? glob : { value: glob }
}

function readArgv(value: unknown, isAllow: boolean): Part {
  const isList = Array.isArray(value) && value.length <= MOST_WORDS
  if (!isList || !value.every((word): word is string => typeof word === 'string'))
    return { expected: `a list of at most ${MOST_WORDS} words` }
  const expected = misspellingOf(value, isAllow)
  return expected === undefined ? { value: toArgvPattern(value) } : { expected }
}

function readServer(value: unknown, isAllow: boolean): Part {
  if (typeof value === 'string' && SERVER.test(value)) return { value }
  if (isAllow) return { expected: 'sha256: and 64 digits: what allows is bound to one server' }
  return value === '*' ? { value } : { expected: 'sha256: and 64 digits, or *' }
}

function readUrl(value: unknown): Part {
  if (!isWord(value)) return { expected: 'an address' }
  const pattern = toUrlPattern(value)
  return 'expected' in pattern ? pattern : { value: pattern }
}

function readHosts(value: unknown): Part {
  const words = readWords(value)
  if ('expected' in words) return { expected: 'a host or a list of hosts' }
  const isPlain = (words.value as readonly string[]).every(host => /^(?:\*\.)?[^*/:@?#\s]+$/.test(host))
  return isPlain ? words : { expected: 'hosts such as example.com or *.example.com' }
}

function readKind(value: unknown, isAllow: boolean): Part {
  return isAllow ? { expected: "no kind: it is the agent's own word, and grants nothing" } : readWords(value)
}

const readWord = (value: unknown): Part => (isWord(value) ? { value } : { expected: 'a word' })

const READERS: Readonly<Record<string, (value: unknown, isAllow: boolean) => Part>> = {
  path: readGlob,
  cwd: readGlob,
  argv: readArgv,
  env: readWords,
  server: readServer,
  tool: readWord,
  schema: readWord,
  mode: readWords,
  kind: readKind,
  host: readHosts,
  url: readUrl,
  agents: readWords,
}

const COMMON = ['effect', 'action', 'agents']

function findEffectFlaw(effect: unknown, source: PolicySource): string | undefined {
  if (effect === 'ask' || effect === 'deny') return undefined
  if (source === 'project') return '"ask" or "deny": a project cannot allow'
  return effect === 'allow' ? undefined : '"allow", "ask" or "deny"'
}

/** What a line that allows leaves unsaid. */
function findGaps(line: Line, actions: readonly ActionName[]): string | undefined {
  if (actions.length > 1 && actions.includes('agent.claimed'))
    return 'the name of each action, since it allows'
  const missing = needsOf(actions).find(need => need.split('|').every(key => line[key] === undefined))
  return missing === undefined ? undefined : `${missing.replace('|', ' or ')} beside it, since it allows`
}

/** One line of a policy, or its flaws. */
export function readRule(
  line: unknown,
  at: { readonly source: PolicySource; readonly index: number },
): Reading {
  const path = `$.rules[${at.index}]`
  const flaws: PolicyFlaw[] = []
  const note = (key: string, expected: string, value: unknown): void => {
    flaws.push({ path: `${path}${key}`, expected, found: toFound(value) })
  }
  if (!isObject(line)) return { flaws: [{ path, expected: 'an object', found: toFound(line) }] }
  const { effect, action } = line
  const effectFlaw = findEffectFlaw(effect, at.source)
  if (effectFlaw !== undefined) note('.effect', effectFlaw, effect)
  const actions = typeof action === 'string' ? actionsNamed(action) : []
  if (actions.length === 0) note('.action', ACTION_WORDS, action)
  const gap = effect === 'allow' ? findGaps(line, actions) : undefined
  if (gap !== undefined) note('.action', gap, action)
  const keys = keysOf(actions)
  const parts: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(line)) {
    const isKnown = COMMON.includes(key) || keys.includes(key)
    if (!isKnown && actions.length > 0)
      note(`.${key}`, `no other keys than ${[...COMMON, ...keys].join(', ')}`, key)
    const read = Object.hasOwn(READERS, key) ? READERS[key] : undefined
    if (!isKnown || read === undefined) continue
    const part = read(value, effect === 'allow')
    if ('expected' in part) note(`.${key}`, part.expected, value)
    else parts[key] = part.value
  }
  if (flaws.length > 0) return { flaws }
  // Every part was read by the reader of its key, and the flaws above cover the two words.
  return { rule: { id: `${at.source}:${at.index}`, effect, action, ...parts } as Rule }
}
