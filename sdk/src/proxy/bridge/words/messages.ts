/**
 * Messages in the words of the other version: version 2 knows each by an id and may say it whole; version 1 has pieces,
 * often without an id, and what was said cannot be taken back.
 */

import type { Role } from '../../../thread/entry.js'
import { type Fields, isList, isText } from '../../../thread/fields.js'
import { assign, lookUp } from '../../../thread/tree.js'
import { toNewBlock, toOldBlock } from './blocks.js'
import { carry, hasKept, keep, keptIn, toText, withoutKept } from './kept.js'
import { meet, nameMessage, type SaidToNew, type SaidToOld, type Told } from './told.js'

/** What a piece without an id carries; one object for all of them. */
export const UNNAMED = keep({}, 'v1', { isUnnamed: true })._meta

/** One piece of a message. Without an id it continues what the same role is saying, or begins a new message. */
export const toNewPiece =
  (role: Role) =>
  (told: Told, update: Fields): SaidToNew => {
    const content = toNewBlock(update.content as never) as unknown
    const said = content === update.content ? update : { ...update, content }
    if (hasKept(said, 'v2')) return toWhole(told, role, said)
    const { messageId } = said
    if (isText(messageId)) return { told: beginMessage(told, role, messageId), updates: [said as never] }
    const { told: next, id } = continueMessage(told, role)
    return { told: next, updates: [toNamed(said, id) as never] }
  }

/** A piece under an id that was made for it. Most say nothing but their words, and those are many: a literal. */
function toNamed(piece: Fields, messageId: string): Fields {
  const { sessionUpdate, content, _meta } = piece
  if (_meta !== undefined) return keep({ ...piece, messageId }, 'v1', { isUnnamed: true })
  return content !== undefined && Object.keys(piece).length === 2
    ? { sessionUpdate, content, messageId, _meta: UNNAMED }
    : { ...piece, messageId, _meta: UNNAMED }
}

/** A piece that was a whole message, or part of one that had another id. */
function toWhole(told: Told, role: Role, piece: Fields): SaidToNew {
  const { isWhole, id } = keptIn(piece, 'v2')
  const said = withoutKept(piece, 'v2')
  const messageId = toText(isText(id) ? id : said.messageId)
  const next = beginMessage(told, role, messageId)
  if (isWhole !== true) return { told: next, updates: [{ ...said, messageId } as never] }
  const whole = { ...said, sessionUpdate: WHOLE[role], messageId, content: [said.content] }
  return { told: next, updates: [whole as never] }
}

const WHOLE: Readonly<Record<Role, string>> = {
  user: 'user_message',
  agent: 'agent_message',
  thought: 'agent_thought',
}

function beginMessage(told: Told, role: Role, id: string): Told {
  const { saying } = told
  if (saying?.id === id && saying.role === role) return told
  const { told: met, isNew } = meet(told, `${role} ${id}`)
  if (!isNew) return told
  const plan = role === 'user' ? { ...told.plan, isOver: true } : told.plan
  return { ...met, saying: { role, id }, plan }
}

function continueMessage(told: Told, role: Role): { readonly told: Told; readonly id: string } {
  if (told.saying?.role === role) return { told, id: told.saying.id }
  const { told: named, messageId } = nameMessage(told)
  return { told: beginMessage(named, role, messageId), id: messageId }
}

/** One piece of a message. */
export const toOldPiece =
  (role: Role) =>
  (told: Told, update: Fields): SaidToOld => {
    const content = toOldBlock(update.content as never) as unknown
    const said = content === update.content ? update : { ...update, content }
    if (keptIn(said, 'v1').isUnnamed === true) {
      const { messageId: _, ...unnamed } = withoutKept(said, 'v1')
      return { told, updates: [unnamed as never] }
    }
    if (!isText(said.messageId)) return { told, updates: [said as never] }
    const next = beginMessage(told, role, said.messageId)
    return { told: next, updates: [underItsId(next, role, said) as never] }
  }

/** A message as a whole. What was said before under its id stays, so this goes by another. */
export const toOldWhole =
  (role: Role) =>
  (told: Told, update: Fields): SaidToOld => {
    const { content, messageId } = update
    if (!isText(messageId)) return { told, updates: [carry(update, 'v2')] as never }
    const { told: met, isNew } = meet(told, `${role} ${messageId}`)
    const next = isNew || content === undefined ? met : renameMessage(met, role, messageId)
    // Pieces that say nothing would be messages without a word.
    if (!isList(content) || content.length === 0)
      return { told: next, updates: [carry(update, 'v2')] as never }
    const { _meta, ...bare } = update
    const pieces = content.map((block, index) => {
      const piece = { ...bare, sessionUpdate: `${WHOLE[role]}_chunk`, content: toOldBlock(block as never) }
      const named = underItsId(next, role, index === 0 && _meta !== undefined ? { ...piece, _meta } : piece)
      return index === 0 ? keep(named, 'v2', { ...keptIn(named, 'v2'), isWhole: true }) : named
    })
    return { told: next, updates: pieces as never }
  }

function renameMessage(told: Told, role: Role, id: string): Told {
  const { told: named, messageId } = nameMessage(told)
  return { ...named, renamed: assign(named.renamed, `${role} ${id}`, messageId) }
}

function underItsId(told: Told, role: Role, piece: Fields): Fields {
  if (told.renamed === undefined) return piece
  const id = lookUp(told.renamed, `${role} ${toText(piece.messageId)}`)
  return id === undefined ? piece : keep({ ...piece, messageId: id }, 'v2', { id: piece.messageId })
}
