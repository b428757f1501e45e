/** Writes `types.gen.ts`: the protocol's types under the schema's names, and the four maps from method to types. */
import type { Lookup } from './lookup.js'
import type { Choice, Method, Node, Property, Struct, Variant } from './model.js'
import { METHOD_SENTENCES, TYPE_SENTENCES } from './sentences.js'
import { writeComment, writeNotice } from './wording.js'

/** Reachable from no method, yet what every refused request is answered with. */
const ALWAYS = [
  'Error',
  'ErrorCode',
  'ErrorData',
  'UnsupportedProtocolVersionErrorData',
  'SessionNotFoundErrorData',
]

export function writeTypes(lookup: Lookup): string {
  const wanted = listTypes(lookup)
  const borrowed = wanted.filter(name => isBorrowed(lookup, name))
  const own = wanted.filter(name => !borrowed.includes(name))
  const code = [
    ...own.map(name => writeDefinition(name, lookup)),
    ...writeMaps(lookup.contract.methods),
  ].join('\n\n')
  const parts = [writeNotice()]
  if (borrowed.length > 0) {
    const from = `from '../${lookup.stable?.contract.folder}/types.gen.js'`
    const used = borrowed.filter(name => new RegExp(`\\b${name}\\b`).test(code))
    parts.push(
      `import type {\n  ${used.join(',\n  ')},\n} ${from}`,
      code,
      `export type {\n  ${borrowed.join(',\n  ')},\n} ${from}`,
    )
  } else parts.push(code)
  return `${parts.join('\n\n')}\n`
}

function listTypes(lookup: Lookup): string[] {
  const reachable = lookup.reachable
  return [...lookup.contract.definitions.keys()].filter(
    name => reachable.includes(name) || ALWAYS.includes(name),
  )
}

function isBorrowed(lookup: Lookup, name: string): boolean {
  const { stable } = lookup
  if (stable === undefined || !listTypes(stable).includes(name)) return false
  return stable.spelling(stable.definition(name)) === lookup.spelling(lookup.definition(name))
}

function writeDefinition(name: string, lookup: Lookup): string {
  const node = lookup.definition(name)
  const comment = writeComment(TYPE_SENTENCES[name])
  const isInterface = node.kind === 'struct' && node.choice === undefined
  if (!isInterface)
    return [...comment, `export type ${name} =${writeNode(node).replace(/^(?!\n)/, ' ')}`].join('\n')
  const heritage = node.parent === undefined ? '' : ` extends ${node.parent}`
  return [
    ...comment,
    `export interface ${name}${heritage} {`,
    ...node.properties.map(item => `  ${writeProperty(item)}`),
    '}',
  ].join('\n')
}

function writeNode(node: Node): string {
  switch (node.kind) {
    case 'any':
      return 'unknown'
    case 'null':
    case 'boolean':
    case 'number':
      return node.kind
    case 'text':
      return 'string'
    case 'literals':
      return [...node.values.map(value => `'${value}'`), ...(node.open ? ['(string & {})'] : [])].join(' | ')
    case 'reference':
      return node.name
    case 'list':
      return `readonly ${wrap(writeNode(node.item))}[]`
    case 'table':
      return `{ readonly [key: string]: ${writeNode(node.item)} }`
    case 'options':
      return writeMembers(node.members)
    case 'struct':
      return writeStruct(node)
  }
}

/** A union that holds `unknown` is `unknown`. */
function writeMembers(members: readonly Node[]): string {
  return [...new Set(members.map(writeNode))].join(' | ')
}

function wrap(type: string): string {
  return /[|&]/.test(type) ? `(${type})` : type
}

function writeProperty(property: Property): string {
  const absent = property.required ? '' : ' | undefined'
  const type = writeNode(property.node)
  const full = type === 'unknown' ? type : `${type}${property.nullable ? ' | null' : ''}${absent}`
  const name = /^[A-Za-z_$][\w$]*$/.test(property.name) ? property.name : `'${property.name}'`
  return `readonly ${name}${property.required ? '' : '?'}: ${full}`
}

function writeStruct(struct: Struct): string {
  const tag = struct.choice?.key
  const properties = struct.properties.filter(property => property.name !== tag).map(writeProperty)
  const parts = properties.length === 0 ? [] : [`{ ${properties.join('; ')} }`]
  if (struct.parent !== undefined) parts.push(struct.parent)
  if (struct.choice !== undefined) parts.push(writeChoice(struct.choice, parts.length > 0))
  return parts.length === 0 ? '{}' : parts.join(' & ')
}

function writeChoice(choice: Choice, isJoined: boolean): string {
  const forms = choice.variants.map(variant => `  | ${writeVariant(choice, variant)}`).join('\n')
  return isJoined ? `(\n${forms}\n)` : `\n${forms}`
}

/** An unlisted tag is typed as `_…`, so that comparing with a listed one narrows; nothing else may claim the tag. */
function writeVariant(choice: Choice, variant: Variant): string {
  const rest = writeStruct(variant.struct)
  const and = rest === '{}' ? '' : ` & ${wrap(rest)}`
  if (variant.other)
    return `({ readonly ${choice.key}: \`_\${string}\`; readonly [key: string]: unknown }${and})`
  if (variant.tag !== undefined) return `({ readonly ${choice.key}: '${variant.tag}' }${and})`
  const claims =
    choice.rule === 'tagged' && !variant.struct.properties.some(property => property.name === choice.key)
  return claims ? `({ readonly ${choice.key}?: undefined }${and})` : rest
}

const MAPS = [
  {
    name: 'AgentRequests',
    kind: 'request',
    to: 'agent',
    sentence: 'What an agent is asked, and what it answers.',
  },
  {
    name: 'AgentNotifications',
    kind: 'notification',
    to: 'agent',
    sentence: 'What an agent is told without being asked.',
  },
  {
    name: 'ClientRequests',
    kind: 'request',
    to: 'client',
    sentence: 'What a client is asked, and what it answers.',
  },
  {
    name: 'ClientNotifications',
    kind: 'notification',
    to: 'client',
    sentence: 'What a client is told without being asked.',
  },
] as const

function writeMaps(methods: readonly Method[]): string[] {
  return MAPS.map(map => {
    const rows = methods.filter(
      method => method.kind === map.kind && (method.to === map.to || method.to === 'both'),
    )
    const lines = rows.flatMap(method => [
      ...writeComment(findSentence(method), '  '),
      `  readonly '${method.name}': ${writeRow(method)}`,
    ])
    return [...writeComment(map.sentence), `export interface ${map.name} {`, ...lines, '}'].join('\n')
  })
}

function writeRow(method: Method): string {
  const result = method.result === undefined ? '' : `; readonly result: ${method.result}`
  return `{ readonly params: ${method.params}${result} }`
}

export function findSentence(method: Method): string {
  const sentence = METHOD_SENTENCES[`${method.name} ${method.kind}`] ?? METHOD_SENTENCES[method.name]
  if (sentence === undefined)
    throw new Error(`scripts/schema/sentences.ts: the method "${method.name}" has no sentence`)
  return sentence
}
