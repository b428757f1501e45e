/** What happens beside the talking, in the words of the other version: alike in both, but for what null means and what must be offered. */

import { isDateTime } from '../../../schema/leaf.js'
import { type Fields, isFields, isList, isText } from '../../../thread/fields.js'
import { toNewBlock, toOldBlock } from './blocks.js'
import { keep, keptIn, restoreFields, toText, without, withoutKept } from './kept.js'
import { nameMessage, type Told } from './told.js'

type Translate = (update: Fields) => Fields

/** In version 1 a cost of null is the cost that was said before; in version 2 it is none. */
export const toNewUsage: Translate = update => {
  const said = withoutKept(update, 'v2')
  if (keptIn(update, 'v2').isCleared === true) return { ...said, cost: null }
  return said.cost === null ? without(said, 'cost') : said
}

export const toOldUsage: Translate = update =>
  update.cost === null ? keep(without(update, 'cost'), 'v2', { isCleared: true }) : update

/** Version 2 wants a time that is one. */
export const toNewInfo: Translate = update => {
  const { updatedAt } = update
  if (!isText(updatedAt) || isDateTime(updatedAt)) return update
  return keep(without(update, 'updatedAt'), 'v1', { fields: { updatedAt } })
}

export const toOldInfo: Translate = update => restoreFields(update, 'v1')

/** One list of blocks, or one block, in a field. */
const withBlocks =
  (key: string, translate: (block: never) => unknown): Translate =>
  update => {
    const given = update[key]
    if (isList(given)) {
      const blocks = given.map(block => translate(block as never))
      return blocks.every((block, index) => block === given[index]) ? update : { ...update, [key]: blocks }
    }
    const block = isFields(given) ? translate(given as never) : given
    return block === given ? update : { ...update, [key]: block }
  }

export const toNewSummary = withBlocks('summary', toNewBlock)
export const toOldSummary = withBlocks('summary', toOldBlock)
export const toNewContent = withBlocks('content', toNewBlock)
export const toOldContent = withBlocks('content', toOldBlock)

/** What runs in the background has no place in what version 1 says of another session's state. */
export const toNewSubagent: Translate = update => {
  const state = isFields(update.state) ? restoreFields(update.state, 'v2') : update.state
  return state === update.state ? update : { ...update, state }
}

export const toOldSubagent: Translate = update => {
  if (!isFields(update.state) || update.state.background === undefined) return update
  const { background, ...state } = update.state
  return { ...update, state: keep(state, 'v2', { fields: { background } }) }
}

/** For a client that hears no notices the agent says it. */
export function toSpokenNotice(
  told: Told,
  update: Fields,
): { readonly told: Told; readonly updates: readonly Fields[] } {
  const { severity, title, description } = update
  const { told: next, messageId } = nameMessage(told)
  const text = [`[${toText(severity)}] ${toText(title)}`, ...(isText(description) ? [description] : [])].join(
    '\n',
  )
  const said = { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } }
  return { told: next, updates: [keep(said, 'v2', { update })] }
}
