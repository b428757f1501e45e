/**
 * The parts a contract is loaded in: what every connection needs, and what only some do. A form that nobody can
 * fill in need not be understood, and its shapes are a fifth of all. Knows method names; not what is in a shape.
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

const isOnDemand = (method: Method): boolean => method.name.startsWith('elicitation/')

/** The part that is always loaded, then the one on demand. */
export function findParts(lookup: Lookup): readonly [core: Part, onDemand: Part] {
  const { methods } = lookup.contract
  const always = methods.filter(method => !isOnDemand(method))
  const reached = lookup.reachableFrom(always)
  return [
    { file: 'shapes', methods: always, names: lookup.reachable.filter(name => reached.has(name)) },
    {
      file: 'elicitation',
      methods: methods.filter(isOnDemand),
      names: lookup.reachable.filter(name => !reached.has(name)),
    },
  ]
}
