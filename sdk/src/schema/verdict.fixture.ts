/** Compares one reading of ours with the official one: the verdict, the mended value, and what the flaws say. */
import { type Fields, isFields } from './fields.js'
import type { Verdict } from './oracle.fixture.js'
import { BAD, type Flaw, type Shape, Trail } from './trail.js'

/** Undefined when both agree, else a sentence about the difference. */
export function findDifference(
  value: unknown,
  ours: Shape,
  theirs: (value: unknown) => Verdict,
): string | undefined {
  freeze(value)
  const trail = new Trail()
  const got = ours(value, trail)
  const wanted = theirs(value)
  const isGood = got !== BAD
  if (isGood !== wanted.success) return `we ${isGood ? 'take' : 'refuse'} it: ${JSON.stringify(trail.flaws)}`
  const fatal = trail.flaws.filter(flaw => flaw.fatal)
  if (fatal.length !== (isGood ? 0 : 1)) return `fatal flaws: ${JSON.stringify(trail.flaws)}`
  if (!isGood || !wanted.success) return undefined
  if (got === value && trail.flaws.length > 0) return 'flaws, yet the same reference'
  return compare({ theirs: wanted.data, ours: got, input: value, path: '', flaws: trail.flaws })
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const item of Object.values(value)) freeze(item)
}

interface Comparison {
  readonly theirs: unknown
  readonly ours: unknown
  readonly input: unknown
  readonly path: string
  readonly flaws: readonly Flaw[]
}

function compare(pair: Comparison): string | undefined {
  const { theirs, ours, path } = pair
  if (Array.isArray(theirs) && Array.isArray(ours)) return compareLists(pair, theirs, ours)
  if (isFields(theirs) && isFields(ours)) return compareFields(pair, theirs, ours)
  return theirs === ours
    ? undefined
    : `${path}: theirs is ${JSON.stringify(theirs)}, ours ${JSON.stringify(ours)}`
}

/** Items may have been left out, so each of ours is looked for in what remains of the input. */
function compareLists(
  pair: Comparison,
  theirs: readonly unknown[],
  ours: readonly unknown[],
): string | undefined {
  if (theirs.length !== ours.length) return `${pair.path}: ${theirs.length} items against our ${ours.length}`
  const input = Array.isArray(pair.input) ? pair.input : []
  let from = 0
  for (const [index, item] of ours.entries()) {
    let difference: string | undefined = `${pair.path}/${index}: no such item in the input`
    while (from < input.length && difference !== undefined) {
      difference = compare({
        ...pair,
        theirs: theirs[index],
        ours: item,
        input: input[from],
        path: `${pair.path}/${from}`,
      })
      from++
    }
    if (difference !== undefined) return difference
  }
  return undefined
}

function compareFields(pair: Comparison, theirs: Fields, ours: Fields): string | undefined {
  if (Object.getPrototypeOf(ours) !== Object.prototype) return `${pair.path}: another prototype`
  const input = isFields(pair.input) ? pair.input : {}
  const keys = new Set([...Object.keys(theirs), ...Object.keys(ours), ...Object.keys(input)])
  for (const key of keys) {
    const difference = compareField(pair, { theirs, ours, input }, key)
    if (difference !== undefined) return difference
  }
  return undefined
}

function compareField(
  pair: Comparison,
  all: { theirs: Fields; ours: Fields; input: Fields },
  key: string,
): string | undefined {
  const path = `${pair.path}/${key}`
  const own = Object.hasOwn(all.ours, key) ? all.ours[key] : undefined
  const raw = Object.hasOwn(all.input, key) ? all.input[key] : undefined
  if (key === '__proto__')
    return own === undefined || all.ours === all.input ? undefined : `${path} survived a copy`
  if (Object.hasOwn(all.theirs, key)) {
    if (all.theirs[key] === undefined) return own === undefined ? undefined : `${path} should be dropped`
    const isFilled = raw === undefined
    if (isFilled && pair.flaws.some(flaw => flaw.path === path)) return `${path}: a default is no flaw`
    return compare({ ...pair, theirs: all.theirs[key], ours: own, input: raw, path })
  }
  // They strip what they do not know. We keep it as it came, unless a flaw says that it had to go.
  if (own === raw) return undefined
  return own === undefined && pair.flaws.some(flaw => flaw.path === path)
    ? undefined
    : `${path}: not what came`
}
