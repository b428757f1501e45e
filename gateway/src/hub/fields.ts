/** Reads JSON of strangers without believing it. */

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Its members, or none when it is no object. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** A member that the value itself has, and did not inherit. */
export function fieldOf(value: unknown, name: string): unknown {
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function metaOf(value: unknown, name: string): unknown {
  return fieldOf(fieldOf(value, '_meta'), name)
}

const OWN = 'parley.dev/'

/** The same without what was said to the gateway alone. */
export function withoutOwnMeta(params: Fields): Fields {
  const meta = params._meta
  if (!isFields(meta) || !Object.keys(meta).some(isOwn)) return params
  const { _meta: _, ...rest } = params
  const others = Object.fromEntries(Object.entries(meta).filter(([name]) => !isOwn(name)))
  return Object.keys(others).length === 0 ? rest : { ...rest, _meta: others }
}

function isOwn(name: string): boolean {
  return name.startsWith(OWN)
}
