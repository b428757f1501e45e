/** Capabilities as words: what an agent advertises, flattened, and how people ask for it. */

const DEEPEST = 4
const MOST = 200

/** The names of everything that is advertised, such as `promptCapabilities.image`. */
export function capabilityNames(capabilities: Readonly<Record<string, unknown>>): readonly string[] {
  return namesIn(capabilities, '', 1).slice(0, MOST)
}

function namesIn(value: object, path: string, depth: number): readonly string[] {
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    const name = path === '' ? key : `${path}.${key}`
    if (key === '_meta') return []
    if (typeof each !== 'object' || each === null) return each === true ? [name] : []
    const inner = depth < DEEPEST ? Object.keys(each).filter(word => word !== '_meta') : []
    if (inner.length > 0) return namesIn(each, name, depth + 1)
    // An empty object is how the protocol says yes to something that has no more to say; an empty group is none.
    return key === 'auth' || key.endsWith('Capabilities') ? [] : [name]
  })
}

/** Whether somebody who asks for `wanted` means this one: by its whole name, or by the end of it. */
export function isMeant(name: string, wanted: string): boolean {
  const [whole, part] = [name.toLowerCase(), wanted.toLowerCase()]
  return whole === part || whole.endsWith(`.${part}`)
}
