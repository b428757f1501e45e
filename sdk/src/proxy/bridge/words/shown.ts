/** What a tool call shows, in the words of the other version: whole texts or patches, terminals of one side or the other. */

import { type Fields, isFields, isList, isText } from '../../../thread/fields.js'
import { newFilesIn } from '../../../thread/git-patch.js'
import { toNewContent, toOldContent } from '../../../thread/shown-change.js'
import { toNewBlock, toOldBlock } from './blocks.js'
import { keep, keptIn, toText, withoutKept } from './kept.js'

/** Gives the text that stands for a terminal of the agent's own. */
type Describe = (terminalId: string) => string

export function toNewItems(items: readonly unknown[]): readonly Fields[] {
  return items.flatMap(item => {
    if (!isFields(item)) return [item as never]
    const { item: original, isRest } = keptIn(item, 'v2')
    if (isRest === true) return []
    return [isFields(original) ? original : toNewItem(item)]
  })
}

function toNewItem(item: Fields): Fields {
  switch (item.type) {
    case 'content': {
      const content = toNewBlock(item.content as never) as unknown
      return content === item.content ? item : { ...item, content }
    }
    case 'diff':
      return isDiff(item) ? toNewDiff(item, item.path, item.newText) : item
    // It belongs to the client, so version 1 says it otherwise than one of the agent's own.
    case 'terminal':
      return keep(item, 'v1', { isOwn: true })
    default:
      return item
  }
}

function isDiff(item: Fields): item is Fields & { readonly path: string; readonly newText: string } {
  const { path, oldText, newText } = item
  return isText(path) && isText(newText) && (isText(oldText) || oldText === undefined || oldText === null)
}

/** The texts go along, for a patch knows only a part of them; of a new file it knows all. */
function toNewDiff(item: Fields, path: string, newText: string): Fields {
  const { path: _path, oldText, newText: _newText, ...rest } = item
  const made = toNewContent(item as never) as Fields
  const { patch } = made
  const known = isFields(patch) && isText(patch.text) ? newFilesIn(patch.text).get(path) : undefined
  const isKnown = !isText(oldText) && known === newText
  const diff = { ...(oldText === undefined ? {} : { oldText }), ...(isKnown ? {} : { newText }) }
  return keep({ ...rest, ...made }, 'v1', { diff })
}

export function toOldItems(items: readonly unknown[], describe: Describe): readonly Fields[] {
  return items.flatMap(item => (isFields(item) ? toOldItem(item, describe) : [item as never]))
}

function toOldItem(item: Fields, describe: Describe): readonly Fields[] {
  const { isOwn, diff } = keptIn(item, 'v1')
  if (isOwn === true) return [withoutKept(item, 'v1')]
  switch (item.type) {
    case 'content': {
      const content = toOldBlock(item.content as never) as unknown
      return [content === item.content ? item : { ...item, content }]
    }
    case 'diff':
      return isFields(diff) ? [restoreDiff(item, diff)] : toOldDiffs(item)
    case 'terminal':
      return [toProse(describe(toText(item.terminalId)), item)]
    default:
      return [isText(item.type) ? toProse(`[${item.type}]`, item) : item]
  }
}

function restoreDiff(item: Fields, diff: Fields): Fields {
  const { changes, patch, ...rest } = withoutKept(item, 'v1')
  const change: unknown = isList(changes) ? changes[0] : undefined
  const path = isFields(change) && isText(change.path) ? change.path : ''
  const text = isFields(patch) && isText(patch.text) ? patch.text : ''
  const newText = newFilesIn(text).get(path) ?? ''
  return { ...rest, path, newText, ...diff }
}

/** One diff may be several; the first of them carries it whole. */
function toOldDiffs(item: Fields): readonly Fields[] {
  const { changes, patch } = item
  const isPatched = !isFields(patch) || isText(patch.text)
  const isSound = isPatched && isList(changes) && changes.every(isFields)
  const [first, ...others] = isSound ? toOldContent(item as never) : []
  if (first === undefined) return [toProse('[diff]', item)]
  return [
    keep({ ...first }, 'v2', { item }),
    ...others.map(other => keep({ ...other }, 'v2', { isRest: true })),
  ]
}

function toProse(text: string, item: Fields): Fields {
  return keep({ type: 'content', content: { type: 'text', text } }, 'v2', { item })
}
