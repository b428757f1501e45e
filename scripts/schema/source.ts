/** Reads the four official schema files into contracts. Knows where they lie and nothing of what is written from them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMethods } from './methods.js'
import type { Contract } from './model.js'
import { below, isJsonObject, type Json, type JsonObject, SchemaError } from './place.js'
import { readNode } from './reader.js'

const FILES = [
  { folder: 'v1', file: 'v1/schema.json' },
  { folder: 'v1-unstable', file: 'v1/schema.unstable.json' },
  { folder: 'v2', file: 'v2/schema.json' },
  { folder: 'v2-unstable', file: 'v2/schema.unstable.json' },
] as const

/** Envelopes belong to JSON-RPC, and `Ext…` are the methods that no schema describes. */
const SKIPPED = /^(Agent|Client|Proxy)(Request|Response|Notification)$|^Ext(Request|Response|Notification)$/

/** In order: each unstable contract follows the stable one that it extends. */
export function loadContracts(root: string): Contract[] {
  const folder = join(root, 'node_modules/@agentclientprotocol/sdk/schema')
  return FILES.map(source => {
    const parsed: Json = JSON.parse(readFileSync(join(folder, source.file), 'utf8'))
    if (!isJsonObject(parsed)) throw new SchemaError(`${source.file}: not an object`)
    return readContract(source.folder, parsed)
  })
}

export function readContract(folder: string, schema: JsonObject): Contract {
  const root = { schema, pointer: `${folder}#` }
  const { $defs } = schema
  if (!isJsonObject($defs)) throw new SchemaError(`${root.pointer}/$defs: missing`)
  const places = Object.keys($defs)
    .filter(name => !SKIPPED.test(name))
    .map(name => [name, below(root, '$defs', name)] as const)
  const definitions = new Map(places.map(([name, place]) => [name, readNode(place)]))
  return { folder, definitions, methods: readMethods(places, definitions) }
}
