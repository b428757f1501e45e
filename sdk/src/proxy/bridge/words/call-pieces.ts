/**
 * Version 1 cannot add to what a call shows: all of it is said again with each piece. The first pieces are said as they
 * come; once that is much, they are held back until they are a good part of the whole, so that what is said in all stays
 * in proportion to what was heard.
 */

import { type Fields, isList } from '../../../thread/fields.js'
import { append, itemsOf, sequenceOf } from '../../../thread/sequence.js'
import { assign, lookUp, toPairs } from '../../../thread/tree.js'
import { keep } from './kept.js'
import { toContentNews } from './terminals.js'
import type { Pieces, SaidToOld, Told } from './told.js'

const SAID_AS_THEY_COME = 4096
/** What is held back is said when it is one part in so many of what the call shows. */
const PARTS = 4
const SHORTEST_WAIT_MILLISECONDS = 100
/** What would be said after the shortest wait; for more than that the wait is as much longer. */
const BYTES_PER_WAIT = 16_384

const NONE: Pieces = { bytes: 0, held: sequenceOf<Fields>([]), heldBytes: 0, isAwaited: false }

/** Another piece of what a call shows, which is not said yet. */
export function holdPiece(told: Told, toolCallId: string, piece: Fields): Told {
  const { bytes, held, heldBytes, isAwaited } = piecesOf(told, toolCallId)
  const size = sizeOf(piece)
  const grown = { bytes: bytes + size, held: append(held, piece), heldBytes: heldBytes + size, isAwaited }
  return withPieces(told, toolCallId, grown)
}

/** What a call shows was said as a whole. */
export function weighWhole(told: Told, toolCallId: string, content: unknown): Told {
  if (content === undefined) return told
  const { isAwaited } = piecesOf(told, toolCallId)
  return withPieces(told, toolCallId, { ...NONE, bytes: isList(content) ? sizeOf(content) : 0, isAwaited })
}

/** Whether what is held back is to be said now. */
export function isDue(told: Told, toolCallId: string): boolean {
  const { bytes, heldBytes } = piecesOf(told, toolCallId)
  return bytes <= SAID_AS_THEY_COME || heldBytes * PARTS >= bytes
}

/** How long what is held back of a call may wait; undefined where nothing is, or somebody sees to it already. */
export function waitFor(
  told: Told,
  toolCallId: string,
): { readonly told: Told; readonly after: number } | undefined {
  const pieces = piecesOf(told, toolCallId)
  if (pieces.held.length === 0 || pieces.isAwaited) return undefined
  const after = SHORTEST_WAIT_MILLISECONDS * Math.max(1, Math.ceil(pieces.bytes / BYTES_PER_WAIT))
  return { told: withPieces(told, toolCallId, { ...pieces, isAwaited: true }), after }
}

/** The wait is over: what is held back of a call is said. */
export function endWait(told: Told, toolCallId: string): SaidToOld {
  const pieces = piecesOf(told, toolCallId)
  return toOldHeld(withPieces(told, toolCallId, { ...pieces, isAwaited: false }), toolCallId)
}

/** Everything that a call shows, where a part of it was held back. */
export function toOldHeld(told: Told, toolCallId: string): SaidToOld {
  const pieces = piecesOf(told, toolCallId)
  const [first, ...others] = itemsOf(pieces.held)
  if (first === undefined) return { told, updates: [] }
  const kept = others.length === 0 ? { chunk: bare(first) } : { chunks: [first, ...others].map(unnamed) }
  const next = withPieces(told, toolCallId, { ...pieces, held: NONE.held, heldBytes: 0 })
  return { told: next, updates: [keep(toContentNews(told, toolCallId), 'v2', kept) as never] }
}

/** The same for all calls of a conversation. */
export function toOldAllHeld(told: Told): SaidToOld {
  return toPairs(told.pieces).reduce<SaidToOld>(
    (all, [toolCallId]) => {
      const said = toOldHeld(all.told, toolCallId)
      return said.updates.length === 0 ? all : { told: said.told, updates: [...all.updates, ...said.updates] }
    },
    { told, updates: [] },
  )
}

function piecesOf(told: Told, toolCallId: string): Pieces {
  return lookUp(told.pieces, toolCallId) ?? NONE
}

function withPieces(told: Told, toolCallId: string, pieces: Pieces): Told {
  return { ...told, pieces: assign(told.pieces, toolCallId, pieces) }
}

/** What a piece says beside its content, which the news of the call ends with. */
function bare(piece: Fields): Fields {
  const { content: _content, ...rest } = unnamed(piece)
  return rest
}

function unnamed(piece: Fields): Fields {
  const { sessionUpdate: _tag, toolCallId: _id, ...rest } = piece
  return rest
}

function sizeOf(value: object): number {
  return JSON.stringify(value).length
}
