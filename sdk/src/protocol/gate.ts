/** What opens a method: nothing, or one capability of one side. */

/** Dotted paths into a capability object, so that a gate cannot name a capability that does not exist. */
export type CapabilityPath<T> = {
  [K in Exclude<keyof T & string, '_meta'>]: NonNullable<T[K]> extends object
    ? K | `${K}.${CapabilityPath<NonNullable<T[K]>>}`
    : K
}[Exclude<keyof T & string, '_meta'>]

/** `always` open, or open when the named capability is advertised (any object, or `true`). */
export type GateOf<Agent, Client> =
  | 'always'
  | { readonly agent: CapabilityPath<Agent> }
  | { readonly client: CapabilityPath<Client> }
  | { readonly authMethods: true }

export type Gate =
  | 'always'
  | { readonly agent: string }
  | { readonly client: string }
  | { readonly authMethods: true }

/** Capabilities are `true` or any object; omitted, `null` and `false` all mean no. */
export function isAdvertised(capabilities: unknown, path: string): boolean {
  let place = capabilities
  for (const step of stepsOf(path)) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return false
    place = (place as Record<string, unknown>)[step]
  }
  return place === true || (typeof place === 'object' && place !== null)
}

// A handful of paths, of ours and of authors, and some are looked for with every prompt.
const MOST_PATHS = 256
const steps = new Map<string, readonly string[]>()

function stepsOf(path: string): readonly string[] {
  const known = steps.get(path)
  if (known !== undefined) return known
  const found = path.split('.')
  if (steps.size >= MOST_PATHS) steps.clear()
  steps.set(path, found)
  return found
}
