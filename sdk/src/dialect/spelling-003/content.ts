/** Content blocks are those of version 1, but for what is noted beside them. */

import { isFields } from '../../schema/fields.js'
import { type Fields, giveBack, layAway, list, NOTE, object, type Respelling, takeOut } from './respelling.js'

/** Their words for how much something matters, and our numbers. */
const priorities: readonly (readonly [word: string, number: number])[] = [
  ['high', 1],
  ['medium', 0.5],
  ['low', 0],
]

const numberOf = new Map<unknown, number>(priorities)

/** All that version 1 has to say beside a block, but for what is spelled otherwise there. */
const annotationNames = new Set(['audience', 'lastModified', '_meta'])

const annotations: Respelling = {
  toOurs(value) {
    if (!isFields(value)) return value
    const entries = Object.entries(value)
    const extras = entries.filter(([name]) => !annotationNames.has(name) && !name.startsWith(NOTE))
    if (extras.length === 0) return layAway(value, {})
    const { priority } = value
    const number = typeof priority === 'number' ? priority : numberOf.get(priority)
    const ours = Object.fromEntries(entries.filter(entry => !extras.includes(entry)))
    return layAway(number === undefined ? ours : { ...ours, priority: number }, Object.fromEntries(extras))
  },
  toTheirs(value) {
    if (!isFields(value)) return value
    const { bare, extras } = takeOut(value)
    const { priority, ...others } = bare
    if (typeof priority !== 'number') return giveBack(bare, extras)
    const was = extras.priority
    if ((typeof was === 'number' ? was : numberOf.get(was)) === priority) return giveBack(others, extras)
    return giveBack(withWord(others, priority), { ...extras, priority: wordFor(priority) })
  },
}

/** They have three words: the number is noted where none of them means it exactly. */
function withWord(others: Fields, priority: number): Fields {
  return numberOf.get(wordFor(priority)) === priority ? others : layAway(others, { priority })
}

function wordFor(priority: number): string {
  if (priority > 2 / 3) return 'high'
  return priority > 1 / 3 ? 'medium' : 'low'
}

const annotated = object({ within: { annotations } })

/** Most have nothing beside them; there may be a million in a turn. */
export const block: Respelling = {
  toOurs: value => (isBare(value) ? value : annotated.toOurs(value)),
  toTheirs: value => (isBare(value) ? value : annotated.toTheirs(value)),
}

function isBare(value: unknown): boolean {
  return isFields(value) && value.annotations === undefined && value._meta === undefined
}

export const blocks: Respelling = list(block)

const blockTypes = new Set<unknown>(['text', 'image', 'audio', 'resource', 'resource_link'])

export function isBlock(value: unknown): value is Fields {
  return isFields(value) && blockTypes.has(value.type)
}
