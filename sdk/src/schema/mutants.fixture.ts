/** Spoils a JSON value in one place at a time, at every depth. Deterministic; knows no schema. */

// biome-ignore format: a list of values reads best as a block
const WRONG: readonly unknown[] = [
  null, true, 'x', '', 'unknown_tag', '_custom', 0, 5, -1, 1.5, 2 ** 53, 2 ** 32, 65_536, 1e308, -2147483649,
  [], {}, ['x'], [5], [null], { x: 1 }, [{}], '2026-02-29T10:00:00Z', 'file:///a',
]

type Step = string | number
type Make = () => unknown

export function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}

function places(value: unknown, path: readonly Step[] = []): Step[][] {
  const here = [[...path]]
  if (typeof value !== 'object' || value === null) return here
  const entries: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [...here, ...entries.flatMap(([key, item]) => places(item, [...path, key]))]
}

function reach(root: unknown, path: readonly Step[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<Step, unknown>)[step], root)
}

/** A copy with another value at the path. */
function replace(root: unknown, path: readonly Step[], value: unknown): unknown {
  if (path.length === 0) return copy(value)
  const made = copy(root)
  const holder = reach(made, path.slice(0, -1)) as Record<Step, unknown>
  holder[path.at(-1) as Step] = copy(value)
  return made
}

/** A copy with nothing at the path. */
function remove(root: unknown, path: readonly Step[]): unknown {
  if (path.length === 0) return null
  const made = copy(root)
  const holder = reach(made, path.slice(0, -1)) as Record<Step, unknown>
  const key = path.at(-1) as Step
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
  return made
}

function enrich(root: unknown, path: readonly Step[]): Make[] {
  const target = reach(root, path)
  if (typeof target !== 'object' || target === null) return []
  if (Array.isArray(target))
    return WRONG.slice(0, 3).map(item => () => replace(root, path, [...target, item]))
  return [
    () => replace(root, path, { ...target, unknownField: { deep: [1, { deeper: null }] } }),
    // Only JSON text makes an own `__proto__`, as a peer would.
    () =>
      JSON.parse(
        JSON.stringify(replace(root, path, { ...target, PROTO: { polluted: true } })).replace(
          '"PROTO"',
          '"__proto__"',
        ),
      ),
  ]
}

/** Every mutant of a value down to a depth, each made only when asked for. */
export function mutants(value: unknown, depth = Infinity): Make[] {
  return places(value)
    .filter(path => path.length <= depth)
    .flatMap(path => mutantsAt(value, path))
}

function mutantsAt(value: unknown, path: readonly Step[]): Make[] {
  return [
    () => remove(value, path),
    ...WRONG.map(wrong => () => replace(value, path, wrong)),
    ...enrich(value, path),
  ]
}

/** Values spoiled in two to four places, picked by a fixed sequence. */
export function manifoldMutants(value: unknown, count: number): unknown[] {
  let seed = 1
  const next = (limit: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % Math.max(limit, 1)
  }
  return Array.from({ length: count }, () => {
    let spoiled = value
    for (let left = 2 + next(3); left > 0; left--) {
      const paths = places(spoiled)
      const made = mutantsAt(spoiled, paths[next(paths.length)] ?? [])
      spoiled = made[next(made.length)]?.()
    }
    return spoiled
  })
}

/** Objects with the fields of two others: what belongs to one form only then stands beside what belongs to another. */
export function crossbreeds(values: readonly unknown[]): unknown[] {
  const objects = values.filter(value => typeof value === 'object' && value !== null && !Array.isArray(value))
  return objects.map((value, index) => Object.assign({}, value, objects.at(-1 - index)))
}
