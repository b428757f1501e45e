/** Messages come in pieces of a few letters. Joined again, what stands in them can be found, and be taken out. */

import type { KeptEntry } from '@parley/acp/store'

const PIECES: ReadonlySet<string> = new Set([
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
])

type Fields = Readonly<Record<string, unknown>>

/** A piece of text, and what must be the same in the next one for it to go on. */
interface Piece {
  readonly key: string
  readonly text: string
}

/** The same conversation with each run of pieces as one; the numbers begin at 1 and leave none out. */
export function* wholeMessages(entries: Iterable<KeptEntry>): Generator<KeptEntry> {
  let seq = 0
  let open: { readonly entry: KeptEntry; readonly key: string; readonly texts: string[] } | undefined
  for (const entry of entries) {
    const piece = toPiece(entry)
    if (open !== undefined && piece?.key === open.key) {
      open.texts.push(piece.text)
      continue
    }
    if (open !== undefined) yield { ...withText(open.entry, open.texts.join('')), seq: ++seq }
    open = piece && { entry, key: piece.key, texts: [piece.text] }
    if (piece === undefined) yield { ...entry, seq: ++seq }
  }
  if (open !== undefined) yield { ...withText(open.entry, open.texts.join('')), seq: ++seq }
}

/** Only plain text is joined: what says more than that stays as it came. */
function toPiece(entry: KeptEntry): Piece | undefined {
  if (entry.kind !== 'update' || !PIECES.has(entry.update.sessionUpdate)) return undefined
  const { content, messageId, sessionUpdate, ...rest }: Fields = { ...entry.update }
  if (Object.keys(rest).length > 0 || typeof content !== 'object' || content === null) return undefined
  const { type, text, ...more }: Fields = { ...content }
  if (type !== 'text' || typeof text !== 'string' || Object.keys(more).length > 0) return undefined
  return { key: JSON.stringify([entry.contract, sessionUpdate, messageId]), text }
}

function withText(entry: KeptEntry, text: string): KeptEntry {
  if (entry.kind !== 'update') return entry
  // Of a piece all else is kept, so it is still an update of its kind.
  const update = { ...entry.update, content: { type: 'text', text } } as typeof entry.update
  return { ...entry, update }
}
