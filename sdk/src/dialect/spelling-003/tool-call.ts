/** Tool calls: one place instead of several, and content without its wrapping. */

import { isFields } from '../../schema/fields.js'
import { keep, kept } from '../kept.js'
import { block, isBlock } from './content.js'
import {
  type Fields,
  giveBack,
  layAway,
  layMoreAway,
  list,
  object,
  type Respelling,
  takeOut,
} from './respelling.js'

const diff = object({ laidAway: ['mimeType'] })
const terminal = object({ laidAway: ['command', 'exitCode'] })

const toolContent: Respelling = {
  toOurs(value) {
    if (isBlock(value)) return { type: 'content', content: block.toOurs(value) }
    if (!isFields(value)) return value
    if (value.type === 'content')
      return layAway({ ...value, content: block.toOurs(value.content) }, { $isWrapped: true })
    return itemSpelling(value).toOurs(value)
  },
  toTheirs(value) {
    if (!isFields(value)) return value
    return value.type === 'content' ? unwrapped(value) : itemSpelling(value).toTheirs(value)
  },
}

const unchanged = object({})

function itemSpelling({ type }: Fields): Respelling {
  if (type === 'diff') return diff
  return type === 'terminal' ? terminal : unchanged
}

/** A block stands by itself there; what was noted on its wrapping goes with it. */
function unwrapped(value: Fields): unknown {
  const { bare, extras } = takeOut(value)
  const content = block.toTheirs(bare.content)
  if (extras.$isWrapped === true || !isBlock(content)) return giveBack({ ...bare, content }, extras)
  if (!isFields(bare._meta)) return content
  return { ...content, _meta: { ...bare._meta, ...(isFields(content._meta) ? content._meta : {}) } }
}

const onePlace: Respelling = {
  toOurs: value => (isFields(value) ? [value] : value),
  toTheirs: value => (Array.isArray(value) && value.length === 1 ? value[0] : value),
}

/** A tool call, wherever one is spoken of; `names` are those of what it is spoken of in. */
export function toolCall(names: Readonly<Record<string, string>>): Respelling {
  const fields = object({
    names: { ...names, location: 'locations' },
    within: { content: list(toolContent), locations: onePlace },
  })
  return {
    toOurs(value) {
      const ours = fields.toOurs(value)
      if (!isFields(value) || !isFields(ours)) return ours
      return value.kind === SWITCH ? layMoreAway(ours, { kind: SWITCH }) : ours
    },
    toTheirs(value) {
      const theirs = fields.toTheirs(value)
      return isFields(value) && isFields(theirs) ? simplified(theirs, kept(value, '003')) : theirs
    },
  }
}

/** The tenth kind of tool, which is not among their nine. */
const SWITCH = 'switch_mode'

/** What they have no word for is noted: a kind of tool, and more places than one. */
function simplified(theirs: Fields, extras: Fields): Fields {
  const { location, ...others } = theirs
  const isSeveral = Array.isArray(location) && extras.location === undefined
  const [first] = isSeveral ? location : []
  const placed = first === undefined ? others : { ...others, location: first }
  const single = isSeveral ? keep(placed, '003', { locations: location }) : theirs
  if (theirs.kind !== SWITCH || extras.kind === SWITCH) return single
  return keep({ ...single, kind: 'other' }, '003', { kind: SWITCH })
}
