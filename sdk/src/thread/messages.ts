/** What was said: messages that grow piece by piece, and messages that are given whole. */

import { addBlock, patchBlocks, toBlocks } from './blocks.js'
import { adoptEcho, forgetEcho, hearEcho } from './echo.js'
import type { ContentBlock, Message, Role } from './entry.js'
import { type Fields, isBlock, isText } from './fields.js'
import { patchMeta } from './meta.js'
import { addEntry, entryAt, isOfKind, type Key, placeOf, replaceEntry, type Thread } from './thread.js'

interface Piece {
  readonly role: Role
  readonly id: string | undefined
  readonly block: ContentBlock
}

/** One more piece of a message. Without an id it continues what the same role is saying, or begins a new message. */
export const hearPiece =
  (role: Role) =>
  (thread: Thread, { content, messageId }: Fields): Thread | undefined => {
    if (!isBlock(content)) return undefined
    const id = isText(messageId) ? messageId : undefined
    const echoed = role === 'user' ? hearEcho(thread, id, content) : undefined
    return echoed ?? addPiece(thread, { role, id, block: content })
  }

function addPiece(thread: Thread, { role, id, block }: Piece): Thread {
  const key: Key | undefined = id === undefined ? undefined : `${role} ${id}`
  const place = key === undefined ? thread.current : placeOf(thread, key)
  const found = entryAt(thread, place)
  if (place !== undefined && isOfKind(found, 'message') && found.role === role)
    return replaceEntry(thread, place, { ...found, content: addBlock(found.content, block) })
  const added = addEntry(thread, { kind: 'message', role, messageId: id, content: toBlocks([block]) }, key)
  return { ...added, current: thread.slots.length }
}

/** A message as a whole: content that is left out stays, null or nothing clears it, a list replaces every piece. */
export const hearWhole =
  (role: Role) =>
  (thread: Thread, { messageId, content, _meta }: Fields): Thread | undefined => {
    if (!isText(messageId)) return undefined
    const known = role === 'user' ? adoptEcho(thread, messageId, content) : thread
    const key: Key = `${role} ${messageId}`
    const place = placeOf(known, key)
    const found = entryAt(known, place)
    const stored: Message = isOfKind(found, 'message')
      ? found
      : { kind: 'message', role, messageId, content: toBlocks([]) }
    const said: Message = {
      ...stored,
      content: patchBlocks(stored.content, content),
      meta: patchMeta(stored.meta, _meta),
    }
    if (place === undefined || found === undefined) return addEntry(known, said, key)
    return replaceEntry(content === undefined ? known : forgetEcho(known, place), place, said)
  }
