/**
 * What a schema says of every type and method, as data: for those who must look at a type from outside, to draw a form of
 * it or to tell what is no part of it. Judging values is the work of the shapes. Each contract's table is loaded on demand.
 */

/** What a value may be. */
export type Fact =
  | { readonly kind: 'any' }
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean' }
  | TextFact
  | NumberFact
  | LiteralsFact
  | OptionsFact
  | ListFact
  | TableFact
  | NamedFact
  | StructFact

/** A text; `filled` when it may not be empty. */
export interface TextFact {
  readonly kind: 'text'
  readonly format?: 'uri' | 'date-time'
  readonly filled?: true
}

/** A number; where a bound is absent there is none. */
export interface NumberFact {
  readonly kind: 'number'
  readonly whole?: true
  readonly low?: number
  readonly high?: number
}

/** One of some texts; `open` when others are to be expected. */
export interface LiteralsFact {
  readonly kind: 'literals'
  readonly values: readonly string[]
  readonly open?: true
}

/** One of several, told apart by trying. */
export interface OptionsFact {
  readonly kind: 'options'
  readonly members: readonly Fact[]
}

/** A list; `filled` when it may not be empty. */
export interface ListFact {
  readonly kind: 'list'
  readonly item: Fact
  readonly filled?: true
}

/** An object whose keys are free. */
export interface TableFact {
  readonly kind: 'table'
  readonly item: Fact
}

/** Another type of the same contract. */
export interface NamedFact {
  readonly kind: 'type'
  readonly name: string
}

/** An object: its own properties, those of the type it extends, and those of the form it takes. */
export interface StructFact {
  readonly kind: 'struct'
  readonly properties: readonly PropertyFact[]
  readonly parent?: string
  readonly choice?: ChoiceFact
  /** Other properties may stand beside these: the schema says so. Elsewhere they are ignored. */
  readonly open?: true
}

/** A property; `fallback` is what its absence means, where the schema says so; `title` and `about` are words for people. */
export interface PropertyFact {
  readonly name: string
  readonly fact: Fact
  readonly required?: true
  readonly nullable?: true
  readonly fallback?: unknown
  readonly title?: string
  readonly about?: string
}

/** The forms of an object: told apart by the value under `key`, by trying, or by which of them has its keys there. */
export interface ChoiceFact {
  readonly rule: 'tagged' | 'first' | 'exactly-one'
  readonly key?: string
  readonly variants: readonly VariantFact[]
}

/** One form: `tag` is what stands under the key; `other` takes every tag that is not listed. */
export interface VariantFact {
  readonly name: string
  readonly tag?: string
  readonly other?: true
  readonly struct: StructFact
}

/** A method, with the names of its types. */
export interface MethodFact {
  readonly name: string
  readonly to: 'agent' | 'client' | 'both'
  readonly kind: 'request' | 'notification'
  /** `session` when the params must name one. */
  readonly scope: 'session' | 'connection'
  readonly params: string
  /** Present on requests only. */
  readonly result?: string
}

/** All of one contract. */
export interface Facts {
  readonly types: Readonly<Record<string, Fact>>
  readonly methods: readonly MethodFact[]
}

const TABLES = {
  v1: async () => (await import('./v1/facts.gen.js')).facts,
  'v1-unstable': async () => (await import('./v1-unstable/facts.gen.js')).facts,
  v2: async () => (await import('./v2/facts.gen.js')).facts,
  'v2-unstable': async () => (await import('./v2-unstable/facts.gen.js')).facts,
} satisfies Readonly<Record<string, () => Promise<Facts>>>

/** The facts of a contract. */
export function loadFacts(name: keyof typeof TABLES): Promise<Facts> {
  return TABLES[name]()
}
