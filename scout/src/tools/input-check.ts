/** Whether an input fits the parameters of a tool: as much of JSON Schema as tools use. Says what is wrong and where. */

type Schema = Readonly<Record<string, unknown>>

/** A sentence about the first flaw, or nothing. */
export function findFlaw(value: unknown, schema: unknown, at = 'the input'): string | undefined {
  if (!isObject(schema)) return undefined
  return flawOfType(value, schema, at) ?? flawOfEnum(value, schema, at) ?? flawInside(value, schema, at)
}

function flawOfType(value: unknown, { type }: Schema, at: string): string | undefined {
  const wanted = [type].flat().filter(each => typeof each === 'string')
  if (wanted.length === 0 || wanted.some(each => isOfType(value, each))) return undefined
  return `${at} should be ${wanted.map(withArticle).join(' or ')}, but it is ${nameOf(value)}`
}

function flawOfEnum(value: unknown, schema: Schema, at: string): string | undefined {
  const { enum: choices } = schema
  if (!Array.isArray(choices) || choices.some(choice => isSame(choice, value))) return undefined
  return `${at} should be one of ${choices.map(choice => JSON.stringify(choice)).join(', ')}`
}

function flawInside(value: unknown, schema: Schema, at: string): string | undefined {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const flaw = findFlaw(item, schema.items, `${nameAt(at)}[${index}]`)
      if (flaw !== undefined) return flaw
    }
    return undefined
  }
  return isObject(value) ? flawOfObject(value, schema, at) : undefined
}

function flawOfObject(value: Schema, schema: Schema, at: string): string | undefined {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const missing = required.find(name => typeof name === 'string' && own(value, name) === undefined)
  if (missing !== undefined) return `${at} lacks "${missing}"${listOf(properties, required)}`
  if (schema.additionalProperties === false) {
    const unknown = Object.keys(value).find(name => !Object.hasOwn(properties, name))
    if (unknown !== undefined)
      return `${at} has no room for ${JSON.stringify(unknown)}${listOf(properties, required)}`
  }
  for (const [name, property] of Object.entries(properties)) {
    const found = own(value, name)
    const flaw = found === undefined ? undefined : findFlaw(found, property, `${nameAt(at, '.')}${name}`)
    if (flaw !== undefined) return flaw
  }
  return undefined
}

function listOf(properties: Schema, required: readonly unknown[]): string {
  const names = Object.keys(properties).map(name => (required.includes(name) ? name : `${name} (optional)`))
  return names.length === 0 ? '' : `; it takes ${names.join(', ')}`
}

/** What is in the input itself is called by its own name. */
const nameAt = (at: string, separator = ''): string => (at === 'the input' ? '' : at + separator)

function own(value: Schema, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return Number.isFinite(value)
  return type !== 'string' && type !== 'boolean' ? true : typeof value === type
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (isObject(one) && JSON.stringify(one) === JSON.stringify(other))
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'absent'
  return withArticle(Array.isArray(value) ? 'array' : typeof value)
}

const withArticle = (type: string): string =>
  type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`
