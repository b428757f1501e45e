/** Makes valid values from a JSON Schema, one after another, so that every form of every union occurs. Deterministic. */
import type { JsonSchema } from './oracle.fixture.js'

type Definitions = Readonly<Record<string, JsonSchema>>
type Fields = Record<string, unknown>

const TEXTS: Record<string, string> = {
  uri: 'https://example.com/a?b=c',
  'date-time': '2026-02-28T10:00:00.5+02:00',
}

export class Sampler {
  readonly #definitions: Definitions
  readonly #known = new Map<string, unknown[]>()

  constructor(definitions: Definitions) {
    this.#definitions = definitions
  }

  /** Valid values of a definition: a full one, a bare one, and one for each form of each part. */
  of(name: string): unknown[] {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const made = distinct(this.#make(this.#definitions[name] ?? {}))
    this.#known.set(name, made)
    return made
  }

  #make(schema: JsonSchema): unknown[] {
    if (typeof schema.$ref === 'string') return this.of(schema.$ref.replace('#/$defs/', ''))
    if ('const' in schema) return [schema.const]
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
    const nulls = Array.isArray(schema.type) ? [null] : []
    if (type === 'object' || 'properties' in schema) return [...this.#makeObjects(schema), ...nulls]
    const forms = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as JsonSchema[] | undefined
    if (forms !== undefined) return forms.flatMap(form => this.#make(form))
    return [...this.#makeSimple(schema, type), ...nulls]
  }

  #makeSimple(schema: JsonSchema, type: unknown): unknown[] {
    switch (type) {
      case 'string':
        return [TEXTS[String(schema.format)] ?? 'text']
      case 'integer':
        return [Number(schema.minimum ?? 0) + 7]
      case 'number':
        return [0.5]
      case 'boolean':
        return [true, false]
      case 'null':
        return [null]
      case 'array':
        return this.#makeArrays(schema.items as JsonSchema)
      default:
        return [{ free: [1, 'two', null] }, 'free']
    }
  }

  #makeArrays(items: JsonSchema): unknown[] {
    const made = this.#make(items)
    return [made.slice(0, 3), ...made.map(item => [item])]
  }

  #makeObjects(schema: JsonSchema): Fields[] {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
    const required = (schema.required ?? []) as string[]
    const choices = properties.map(([key, property]) => [key, this.#make(property)] as const)
    const full: Fields = Object.fromEntries(choices.map(([key, made]) => [key, made[0]]))
    const bare = Object.fromEntries(
      choices.filter(([key]) => required.includes(key)).map(([key, made]) => [key, made[0]]),
    )
    const others = choices.flatMap(([key, made]) => made.slice(1).map(value => ({ ...full, [key]: value })))
    if (typeof schema.additionalProperties === 'object' && schema.additionalProperties !== null) {
      const items = this.#make(schema.additionalProperties as JsonSchema)
      others.push(...items.map((item, index) => ({ [`key${index}`]: item })))
    } else if (properties.length === 0) others.push({ free: { nested: [true] } })
    return this.#extend([full, bare, ...others], schema)
  }

  #extend(own: Fields[], schema: JsonSchema): Fields[] {
    const parents = ((schema.allOf ?? []) as JsonSchema[]).flatMap(parent => this.#make(parent))
    const forms = ((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]).flatMap(form => this.#make(form))
    const beside = [...parents, ...forms] as Fields[]
    if (beside.length === 0) return own
    const [full = {}, ...others] = own
    return [
      ...beside.map(fields => ({ ...full, ...fields })),
      ...others.map(fields => ({ ...beside[0], ...fields })),
    ]
  }
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map(value => [JSON.stringify(value), value])).values()]
}
