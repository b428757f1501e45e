/** Spoils a JSON value in one place: removes, repeats, renames, retypes, wraps. Knows no schema. */
import { MARKER } from './marker.js'
import type { Random } from './random.js'

type Step = string | number
type Holder = Record<Step, unknown>

/** Strings that `spell` turns into what no serializer would write: see `spelling.ts`. */
const RAW_NUMBERS = ['1e400', '-1e400', '-0', '123456789012345678901234567890', '1E-400', '0.1e1']

// biome-ignore format: a list of values reads best as a block
const WRONG: readonly unknown[] = [
  MARKER, MARKER, MARKER, MARKER, [MARKER], { x: MARKER }, null, true, false, 'x', '', 'unknown_tag', '_custom', 0, 5, -1, 1.5, 2 ** 53, 2 ** 53 + 2, -(2 ** 53), 2 ** 32, 65_536,
  1e308, -1e308, [], {}, ['x'], [5], [null], [[]], { x: 1 }, [{}], '2026-02-29T10:00:00Z', 'file:///a', 'relative/path',
  '\ud800', 'half \udfff of a pair', '\u0000', '\u2028', '\ufeff', 'C:\\x', '__proto__', 'constructor', '🜚'.repeat(300),
  ...RAW_NUMBERS.map(number => `@raw:${number}`),
]

// biome-ignore format: a list of values reads best as a block
const ODD_KEYS = [
  '__proto__', '@esc:__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length', 'toJSON',
  '', '\u0000', 'x'.repeat(300), '_meta', 'type', 'sessionUpdate',
]

// A copy, because what is put in may be spoiled in its turn.
const wrong = (random: Random): unknown => structuredClone(random.pick(WRONG))

/** A copy spoiled in `times` places. */
export function mutate(value: unknown, random: Random, times = 1): unknown {
  let spoiled: unknown = structuredClone(value)
  for (let left = times; left > 0; left--) spoiled = mutateOnce(spoiled, random)
  return spoiled
}

function mutateOnce(root: unknown, random: Random): unknown {
  const path = random.pick(places(root))
  const key = path.at(-1)
  if (key === undefined) return random.chance(0.3) ? wrong(random) : enrich(root, random)
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => (at as Holder)[step], root) as Holder
  random.pick(OPERATIONS)(holder, key, random)
  return root
}

type Operation = (holder: Holder, key: Step, random: Random) => void

const OPERATIONS: readonly Operation[] = [
  (holder, key) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete holder[key]
  },
  (holder, key, random) => {
    holder[key] = wrong(random)
  },
  (holder, key, random) => {
    holder[key] = wrong(random)
  },
  (holder, key, random) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 0, holder[Number(key)])
    else holder[`@dup:${key}`] = random.chance(0.5) ? holder[key] : wrong(random)
  },
  (holder, key, random) => {
    if (Array.isArray(holder)) return void holder.reverse()
    holder[random.pick([`${key}x`, key.toString().toUpperCase(), `@esc:${key}`])] = holder[key]
    delete holder[key]
  },
  (holder, key, random) => {
    holder[key] = enrich(holder[key], random)
  },
  (holder, key, random) => {
    holder[key] = random.chance(0.5) ? [holder[key]] : { value: holder[key] }
  },
  (holder, key, random) => {
    const text = typeof holder[key] === 'string' ? holder[key] : 'grown '
    holder[key] = text.repeat(Math.ceil(random.pick([300, 5_000, 100_000]) / (text.length + 1)))
  },
  (holder, key, random) => {
    const item = holder[key]
    if (JSON.stringify(item).length < 200)
      holder[key] = Array.from({ length: random.pick([2, 70, 1_000]) }, () => item)
  },
]

function enrich(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return [...value, wrong(random)]
  if (typeof value !== 'object' || value === null) return wrong(random)
  const added = random.pick([wrong(random), { polluted: true }, [1, { deeper: null }]])
  const entries = [...Object.entries(value), [random.pick(ODD_KEYS), added] as const]
  return Object.fromEntries(random.chance(0.5) ? entries : entries.reverse())
}

const MOST_PLACES = 500

function places(root: unknown): Step[][] {
  const found: Step[][] = [[]]
  for (let index = 0; index < found.length && found.length < MOST_PLACES; index++) {
    const path = found[index] ?? []
    const value = path.reduce<unknown>((at, step) => (at as Holder)[step], root)
    if (typeof value !== 'object' || value === null) continue
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) found.push([...path, key])
  }
  return found
}
