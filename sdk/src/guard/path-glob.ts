/**
 * Patterns for paths, as policy files spell them: names between slashes, `*` and `?` inside a name, `**` for any number
 * of names. Matching goes back to the last star only, so no pattern is slow.
 */

import type { Place } from './action.js'
import type { Circumstances } from './circumstances.js'
import { foldName, isInside, namesBelow, toNames } from './place.js'

const ANY = Symbol('*')
const ONE = Symbol('?')
type Token = string | typeof ANY | typeof ONE
const DEEP = '**'

/** A name without stars is compared at once. */
type Compiled = string | readonly Token[]

interface NamePattern {
  readonly exact: Compiled
  readonly folded: Compiled
}

/** A pattern for paths, read. */
export interface PathGlob {
  readonly text: string
  /** Where it begins: at a root of the session, at home, at the top of the disk, or anywhere. */
  readonly start: 'root' | 'home' | 'top' | 'anywhere'
  readonly names: readonly (NamePattern | typeof DEEP)[]
  /** How many characters it spells out: of two that match, the one with more is the more specific. */
  readonly weight: number
}

const LONGEST_GLOB = 1_024
const PLACEHOLDER = /^\{([^}]*)\}(.*)$/s

/** What a pattern should have been. */
export interface Misspelling {
  readonly expected: string
}

function toTokens(name: string): Token[] {
  const tokens: Token[] = []
  const characters = [...name]
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? ''
    if (character === '\\') tokens.push(characters[++index] ?? '\\')
    else if (character === '*') tokens.push(ANY)
    else tokens.push(character === '?' ? ONE : character)
  }
  return tokens
}

function compile(name: string): Compiled {
  const tokens = toTokens(name)
  const literal = tokens.filter(token => typeof token === 'string')
  return literal.length === tokens.length ? literal.join('') : tokens
}

// Two stars in a row inside a name would mean what one means; people who write them mean something else.
const isMisspelt = (name: string): boolean => name !== DEEP && name.includes('**')

function toNamePattern(name: string): NamePattern | typeof DEEP {
  return name === DEEP ? DEEP : { exact: compile(name), folded: compile(foldName(name)) }
}

const isBare = (name: string, at: number): boolean => name[at - 1] !== '\\'

function hasBrace(text: string): boolean {
  for (let at = 0; at < text.length; at++)
    if ((text[at] === '{' || text[at] === '}') && isBare(text, at)) return true
  return false
}

function toStart(text: string): { start: PathGlob['start']; rest: string } | undefined {
  const [, placeholder, rest = ''] = PLACEHOLDER.exec(text) ?? []
  if (placeholder !== undefined) {
    const isKnown = placeholder === 'root' || placeholder === 'home'
    return isKnown && (rest === '' || rest.startsWith('/')) ? { start: placeholder, rest } : undefined
  }
  if (text === DEEP || text.startsWith('**/')) return { start: 'anywhere', rest: text }
  return text.startsWith('/') || /^[A-Za-z]:\//.test(text) ? { start: 'top', rest: text } : undefined
}

/** Reads a pattern, or says what it should have been. */
export function toPathGlob(text: string): PathGlob | Misspelling {
  if (text.length > LONGEST_GLOB) return { expected: `at most ${LONGEST_GLOB} characters` }
  const begun = toStart(text)
  if (begun === undefined) return { expected: 'a path that begins with {root}, {home}, / or **/' }
  const { start, rest } = begun
  if (hasBrace(rest))
    return { expected: 'braces at the beginning only: {root} or {home}; \\{ for the character' }
  const all = rest.split('/')
  while (all.length > 1 && all.at(-1) === '') all.pop()
  const names = start === 'root' || start === 'home' ? all.slice(1) : all
  if (
    names.some(
      (name, index) => name === '.' || name === '..' || (name === '' && (index > 0 || start !== 'top')),
    )
  )
    return { expected: 'no empty name, . or .. between slashes' }
  if (names.some(isMisspelt)) return { expected: '** as a whole name between slashes' }
  const weight = [...rest].filter(character => character !== '*' && character !== '?').length
  return { text, start, names: names.map(toNamePattern), weight: weight + (start === 'anywhere' ? 0 : 1) }
}

/** A path spelt as a pattern that matches it alone. */
export const toGlobText = (path: string): string =>
  toNames(path)
    .join('/')
    .replace(/[\\*?{}]/g, '\\$&')

/** Compares a list with a pattern in which some items stand for any number; goes back to the last of these only. */
function matchList<Item, Step>(
  items: readonly Item[],
  steps: readonly Step[],
  how: { readonly isMany: (step: Step) => boolean; readonly fits: (item: Item, step: Step) => boolean },
): boolean {
  let [item, step, back, held] = [0, 0, -1, 0]
  while (item < items.length) {
    const [current, wanted] = [items[item] as Item, steps[step] as Step]
    if (step < steps.length && how.isMany(wanted)) {
      back = step++
      held = item
    } else if (step < steps.length && how.fits(current, wanted)) {
      item++
      step++
    } else if (back >= 0) {
      step = back + 1
      item = ++held
    } else return false
  }
  while (step < steps.length && how.isMany(steps[step] as Step)) step++
  return step === steps.length
}

function matchesName(name: string, tokens: Compiled): boolean {
  if (typeof tokens === 'string') return tokens === name
  return matchList([...name], tokens, {
    isMany: token => token === ANY,
    fits: (character, token) => token === ONE || token === character,
  })
}

/** Whether names match the names of a pattern. */
export function matchesNames(
  names: readonly string[],
  pattern: PathGlob['names'],
  isCaseInsensitive = false,
): boolean {
  return matchList(names, pattern, {
    isMany: step => step === DEEP,
    fits: (name, step) => {
      if (step === DEEP) return false
      return isCaseInsensitive ? matchesName(foldName(name), step.folded) : matchesName(name, step.exact)
    },
  })
}

type Ground = Pick<Circumstances, 'roots' | 'home' | 'isCaseInsensitive'>

/** Whether a place matches a pattern. `{root}` is any root of the session that the place lies in. */
export function matchesGlob(place: Place, glob: PathGlob, ground: Ground): boolean {
  const { isCaseInsensitive = false } = ground
  if (glob.start === 'top' || glob.start === 'anywhere')
    return matchesNames(toNames(place.path), glob.names, isCaseInsensitive)
  if (glob.start === 'root' && (place.root === undefined || !isInside(place))) return false
  const folders = glob.start === 'home' ? [ground.home] : [place.root ?? '', ...ground.roots]
  return folders.some(folder => {
    const names = namesBelow(place.path, folder, isCaseInsensitive)
    return names !== undefined && matchesNames(names, glob.names, isCaseInsensitive)
  })
}

/** Whether a name matches one pattern of `*` and `?`, outside of any path. */
export const matchesWord = (word: string, pattern: string): boolean => matchesName(word, compile(pattern))
