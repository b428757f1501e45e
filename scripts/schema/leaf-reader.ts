/** Reads what has no parts: numbers, texts, listed strings. Knows the formats that are checked and those that are not. */
import type { Leaf } from './model.js'
import { allow, type JsonObject, members, type Place, refuse } from './place.js'

const RANGES: Record<string, readonly [number, number]> = {
  int32: [-2147483648, 2147483647],
  int64: [-Infinity, Infinity],
  uint16: [0, 65535],
  uint32: [0, 4294967295],
  uint64: [0, Infinity],
  double: [-Infinity, Infinity],
}
const UNCHECKED_FORMATS = ['regex']

export function readLeaf(place: Place): Leaf {
  switch (place.schema.type) {
    case 'null':
    case 'boolean':
      allow(place, ['type'])
      return { kind: place.schema.type }
    case 'integer':
    case 'number':
      return readNumber(place)
    case 'string':
      return readText(place)
    default:
      return refuse(place, `type ${JSON.stringify(place.schema.type)} is not understood`)
  }
}

function readNumber(place: Place): Leaf {
  allow(place, ['type', 'format', 'minimum', 'maximum'])
  const { format, minimum, maximum, type } = place.schema
  const range = typeof format === 'string' ? RANGES[format] : undefined
  if (typeof format !== 'string' || range === undefined)
    return refuse(place, `format ${String(format)} is not understood`)
  const low = typeof minimum === 'number' ? Math.max(minimum, range[0]) : range[0]
  const high = typeof maximum === 'number' ? Math.min(maximum, range[1]) : range[1]
  return { kind: 'number', format, whole: type === 'integer', low, high }
}

function readText(place: Place): Leaf {
  allow(place, ['type', 'const', 'format', 'minLength', 'contentEncoding'])
  const { const: only, format, minLength } = place.schema
  if (typeof only === 'string') return { kind: 'literals', values: [only], open: false }
  if (minLength !== undefined && minLength !== 1) return refuse(place, 'minLength other than 1')
  const filled = minLength === 1
  if (format === undefined) return { kind: 'text', format: 'plain', filled }
  if (typeof format === 'string' && UNCHECKED_FORMATS.includes(format))
    return { kind: 'text', format: 'plain', filled }
  if (filled || (format !== 'uri' && format !== 'date-time'))
    return refuse(place, `format ${String(format)} here`)
  return { kind: 'text', format, filled }
}

/** A union whose forms are all constants of one type, with or without a last form that takes the rest. */
export function readConstants(place: Place, keyword: 'anyOf' | 'oneOf'): Leaf | undefined {
  const forms = members(place, keyword).map(form => form.schema)
  if (!forms.some(form => 'const' in form)) return undefined
  const open = forms.filter(form => !('const' in form))
  if (open.length > 1 || !forms.every(form => form.type === forms[0]?.type)) return undefined
  allow(place, [keyword])
  const last = open[0]
  if (forms[0]?.type === 'string')
    return { kind: 'literals', values: forms.flatMap(toConstant), open: last !== undefined }
  return last === undefined
    ? refuse(place, 'closed list of numbers')
    : readLeaf({ schema: last, pointer: place.pointer })
}

function toConstant(form: JsonObject): string[] {
  return typeof form.const === 'string' ? [form.const] : []
}
