/**
 * The parts a contract is loaded in: what an agent needs to answer the first request, what every connection needs behind
 * it, and what only some do. A form that nobody can fill in need not be understood, and its shapes are a fifth of all.
 * Knows method names; not what is in a shape.
 */
import type { Lookup } from './lookup.js'
import type { Method } from './model.js'

export interface Part {
  /** The file the shapes of this part are in. */
  readonly file: string
  readonly methods: readonly Method[]
  /** The definitions that are judged here, in the order of the schema. */
  readonly names: readonly string[]
}

const isFirst = (method: Method): boolean => method.name === 'initialize'
const isOnDemand = (method: Method): boolean => method.name.startsWith('elicitation/')

/** What answers the first request, what every connection needs behind it, and what only some need. */
export function findParts(lookup: Lookup): readonly [first: Part, always: Part, onDemand: Part] {
  const { methods } = lookup.contract
  const first = methods.filter(isFirst)
  const always = methods.filter(method => !isOnDemand(method))
  const reachedFirst = lookup.reachableFrom(first)
  const reached = lookup.reachableFrom(always)
  const isBehind = (name: string): boolean => reached.has(name) && !reachedFirst.has(name)
  return [
    { file: 'initialize', methods: first, names: lookup.reachable.filter(name => reachedFirst.has(name)) },
    { file: 'shapes', methods: always, names: lookup.reachable.filter(isBehind) },
    {
      file: 'elicitation',
      methods: methods.filter(isOnDemand),
      names: lookup.reachable.filter(name => !reached.has(name)),
    },
  ]
}
