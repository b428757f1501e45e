/** Where two JSON values differ. */

const MOST_CHANGES = 50
const SHOWN = 120

/** A place, as a JSON pointer, and what stands there in both, in short; `absent` where nothing does. */
export interface Change {
  readonly path: string
  readonly left: string
  readonly right: string
}

export function changesOf(left: unknown, right: unknown): readonly Change[] {
  const changes: Change[] = []
  compare(left, right, { path: '', changes })
  return changes
}

interface Place {
  readonly path: string
  readonly changes: Change[]
}

function compare(left: unknown, right: unknown, { path, changes }: Place): void {
  if (left === right || changes.length >= MOST_CHANGES) return
  if (isObject(left) && isObject(right) && Array.isArray(left) === Array.isArray(right)) {
    const [mine, other] = [new Map(Object.entries(left)), new Map(Object.entries(right))]
    for (const name of new Set([...mine.keys(), ...other.keys()]))
      compare(mine.get(name), other.get(name), { path: `${path}/${escaped(name)}`, changes })
    return
  }
  changes.push({ path, left: short(left), right: short(right) })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const escaped = (name: string): string => name.replace(/~/g, '~0').replace(/\//g, '~1')

function short(value: unknown): string {
  if (value === undefined) return 'absent'
  const text = JSON.stringify(value)
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`
}
