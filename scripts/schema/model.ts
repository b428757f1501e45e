/** What the generator understands of a schema, as plain data. Knows neither JSON Schema nor TypeScript. */
import type { Json } from './place.js'

export type Leaf =
  | { readonly kind: 'any' }
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text'; readonly format: 'uri' | 'date-time' | 'plain'; readonly filled: boolean }
  | Numeric
  | { readonly kind: 'literals'; readonly values: readonly string[]; readonly open: boolean }

export interface Numeric {
  readonly kind: 'number'
  /** How the schema calls the width: `uint32`, `double`. */
  readonly format: string
  readonly whole: boolean
  readonly low: number
  readonly high: number
}

export interface Options {
  readonly kind: 'options'
  readonly members: readonly Node[]
}
export interface List {
  readonly kind: 'list'
  readonly item: Node
  readonly filled: boolean
  readonly sifted: boolean
}
export interface Table {
  readonly kind: 'table'
  readonly item: Node
}
export interface Reference {
  readonly kind: 'reference'
  readonly name: string
}

export interface Property {
  readonly name: string
  readonly node: Node
  readonly required: boolean
  readonly nullable: boolean
  /** A malformed value is dropped instead of refusing the whole. */
  readonly salvaged: boolean
  /** `null` is read as an empty list or map. */
  readonly emptied: boolean
  readonly fallback: Json | undefined
}

/** One form of a choice: `tag` is its known tag; `other` takes every unlisted tag; neither means told apart by trying. */
export interface Variant {
  readonly name: string
  readonly tag: string | undefined
  readonly other: boolean
  readonly struct: Struct
}

export interface Choice {
  readonly rule: 'tagged' | 'first' | 'exactly-one'
  /** The key of the tag; empty when the forms have none. */
  readonly key: string
  readonly variants: readonly Variant[]
}

export interface Struct {
  readonly kind: 'struct'
  readonly properties: readonly Property[]
  readonly parent: string | undefined
  readonly choice: Choice | undefined
  /** The schema says in so many words that other properties may stand beside these. */
  readonly open: boolean
}

export type Node = Leaf | Options | List | Table | Reference | Struct

export interface Method {
  readonly name: string
  readonly to: 'agent' | 'client' | 'both'
  readonly kind: 'request' | 'notification'
  readonly scope: 'session' | 'connection'
  readonly params: string
  readonly result: string | undefined
}

export interface Contract {
  /** The folder under `sdk/src/schema`. */
  readonly folder: string
  /** In the order of the schema file. */
  readonly definitions: ReadonlyMap<string, Node>
  readonly methods: readonly Method[]
}
