/** What to begin with when a request is answered by hand: something that the schema takes, with blanks where somebody must decide. */

import { type Fact, type Facts, findMethod, type Row, type StructFact } from '@parley/acp/inspect'

type Fields = Readonly<Record<string, unknown>>

const DEEPEST = 6

export function answerDraft(row: Row, value: unknown, facts: Facts | undefined): string {
  const { params }: Fields = Object(value)
  const result = usualResult(row, Object(params)) ?? (facts && blankResult(facts, row)) ?? {}
  return JSON.stringify({ jsonrpc: '2.0', id: row.id ?? null, result }, undefined, 2)
}

/** What the question itself proposes. */
function usualResult({ method }: Row, { options, requestedSchema }: Fields): unknown {
  if (method === 'session/request_permission') {
    const [first]: readonly unknown[] = Array.isArray(options) ? options : []
    const { optionId }: Fields = Object(first)
    return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } }
  }
  if (method !== 'elicitation/create' || requestedSchema === undefined) return undefined
  const { properties }: Fields = Object(requestedSchema)
  const content = Object.entries(Object(properties)).map(([name, property]) => [name, proposed(property)])
  return { action: 'accept', content: Object.fromEntries(content) }
}

function proposed(property: unknown): unknown {
  const { default: given, enum: choices, type }: Fields = Object(property)
  if (given !== undefined) return given
  if (Array.isArray(choices)) return choices[0]
  if (type === 'array') return []
  if (type === 'boolean') return false
  return type === 'integer' || type === 'number' ? 0 : ''
}

function blankResult(facts: Facts, { method = '', to }: Row): unknown {
  const type = findMethod(facts, { method, to })?.result
  return type === undefined ? undefined : blankOf(facts, { kind: 'type', name: type }, 0)
}

function blankOf(facts: Facts, fact: Fact, depth: number): unknown {
  if (depth > DEEPEST) return null
  switch (fact.kind) {
    case 'text':
      return ''
    case 'number':
      return fact.low ?? 0
    case 'boolean':
      return false
    case 'literals':
      return fact.values[0]
    case 'list':
      return []
    case 'options':
      return fact.members[0] && blankOf(facts, fact.members[0], depth)
    case 'type': {
      const named = facts.types[fact.name]
      return named && blankOf(facts, named, depth + 1)
    }
    case 'struct':
      return blankStruct(facts, fact, depth)
    default:
      return fact.kind === 'null' ? null : {}
  }
}

function blankStruct(facts: Facts, { properties, parent, choice }: StructFact, depth: number): Fields {
  const inherited = parent === undefined ? {} : Object(blankOf(facts, { kind: 'type', name: parent }, depth))
  const own = properties.filter(({ required }) => required === true)
  const [variant] = choice?.variants ?? []
  const form = variant === undefined ? {} : blankStruct(facts, variant.struct, depth + 1)
  const tag = choice?.key !== undefined && variant?.tag !== undefined ? { [choice.key]: variant.tag } : {}
  return {
    ...inherited,
    ...Object.fromEntries(own.map(({ name, fact }) => [name, blankOf(facts, fact, depth + 1)])),
    ...form,
    ...tag,
  }
}
