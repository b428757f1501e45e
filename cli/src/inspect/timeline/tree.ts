/** A JSON value as lines that can be folded: each with its path, and with what was found wrong there. Bounded in every way. */

import { boundedLine } from '@parley/acp/guard'
import { isObject } from '../../json-object.js'

export interface TreeLine {
  /** A JSON pointer. */
  readonly path: string
  readonly depth: number
  readonly name?: string | undefined
  /** What stands there, cleaned; of what is folded how much it is. */
  readonly text: string
  readonly kind: 'open' | 'folded' | 'text' | 'number' | 'word' | 'close' | 'more'
}

const MOST_LINES = 5_000
const MOST_TEXT = 400
const WHOLE_TEXT = 20_000
const NAME_CHARACTERS = 60
/** What is deeper or larger than this is folded until somebody opens it. */
const OPEN_DEPTH = 4
const OPEN_ITEMS = 60

/** `toggled` are the paths whose folding is not what it is by itself. */
export function toTree(value: unknown, toggled: ReadonlySet<string>): readonly TreeLine[] {
  const lines: TreeLine[] = []
  grow(lines, { value, path: '', depth: 0 }, toggled)
  if (lines.length >= MOST_LINES) lines.push({ path: '', depth: 0, text: '… there is more', kind: 'more' })
  return lines
}

interface Branch {
  readonly value: unknown
  readonly path: string
  readonly depth: number
  readonly name?: string | undefined
}

function grow(lines: TreeLine[], { value, path, depth, name }: Branch, toggled: ReadonlySet<string>): void {
  if (lines.length >= MOST_LINES) return
  const branches = branchesOf(value)
  if (branches === undefined) return void lines.push(leaf({ value, path, depth, name }, toggled.has(path)))
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const isFolded =
    branches.length > 0 && (depth >= OPEN_DEPTH || branches.length > OPEN_ITEMS) !== toggled.has(path)
  if (isFolded || branches.length === 0) {
    const inside = branches.length === 0 ? '' : ` … ${branches.length} `
    lines.push({
      path,
      depth,
      name,
      text: `${open}${inside}${close}`,
      kind: branches.length === 0 ? 'word' : 'folded',
    })
    return
  }
  lines.push({ path, depth, name, text: open, kind: 'open' })
  for (const [key, each] of branches) {
    if (lines.length >= MOST_LINES) return
    const named = Array.isArray(value) ? undefined : boundedLine(key, NAME_CHARACTERS)
    grow(lines, { value: each, path: `${path}/${toPointer(key)}`, depth: depth + 1, name: named }, toggled)
  }
  lines.push({ path, depth, text: close, kind: 'close' })
}

function branchesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(value))
    return value.slice(0, MOST_LINES).map((each: unknown, index) => [String(index), each])
  return isObject(value) ? Object.entries(value) : undefined
}

function leaf({ value, path, depth, name }: Branch, isWhole: boolean): TreeLine {
  if (typeof value !== 'string')
    return {
      path,
      depth,
      name,
      text: boundedLine(String(value), MOST_TEXT),
      kind: typeof value === 'number' ? 'number' : 'word',
    }
  const most = isWhole ? WHOLE_TEXT : MOST_TEXT
  const rest = value.length > most ? ` … ${value.length} characters` : ''
  // Escapes of JSON say what a terminal must not be told.
  return {
    path,
    depth,
    name,
    text: boundedLine(JSON.stringify(value.slice(0, most)), most * 2) + rest,
    kind: 'text',
  }
}

export function toPointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
