/** Which text of an entry is one piece of a longer one: of a message, of a terminal, of stderr. */

import type { Entry } from './entry.js'
import { type Fields, isFields } from './fields.js'
import { pack, unpack } from './terminal-bytes.js'

/** A piece, and how to put another text in its place. */
export interface Piece {
  /** The session it belongs to; '' where it belongs to none. */
  readonly session: string
  /** What it is a piece of, within its session. */
  readonly whole: string
  readonly text: string
  /** Output of a terminal. */
  readonly isOutput: boolean
  put(text: string): Entry
}

/** The piece in an entry; nothing where there is none. */
export function pieceOf(entry: Entry): Piece | undefined {
  if ('stderr' in entry)
    return {
      ...{ session: '', whole: 'stderr', text: `${entry.stderr}\n`, isOutput: false },
      put: text => ({ ...entry, stderr: text.replace(/\n$/, '') }),
    }
  if (!('message' in entry)) return undefined
  const found = updateOf(entry.message)
  if (found === undefined) return undefined
  const { session, update } = found
  const inner = innerOf(update)
  if (inner === undefined) return undefined
  return {
    session,
    whole: inner.whole,
    text: inner.text,
    isOutput: /^(?:output|terminal) /.test(inner.whole),
    put: text => ({ ...entry, message: withUpdate(entry.message, inner.put(text)) }),
  }
}

/** A piece, and which message of a batch it stands in. */
export interface PlacedPiece extends Piece {
  readonly place: number | undefined
}

/** All pieces in an entry: a batch may have many. */
export function piecesOf(entry: Entry): readonly PlacedPiece[] {
  if ('message' in entry && Array.isArray(entry.message))
    return entry.message.flatMap((message: unknown, place) => {
      const piece = pieceOf({ ...entry, message })
      return piece === undefined ? [] : [{ ...piece, place }]
    })
  const piece = pieceOf(entry)
  return piece === undefined ? [] : [{ ...piece, place: undefined }]
}

/** The session and the update of a `session/update`. */
export function updateOf(
  message: unknown,
): { readonly session: string; readonly update: Fields } | undefined {
  if (!isFields(message) || message.method !== 'session/update' || !isFields(message.params)) return undefined
  const { sessionId, update } = message.params
  return isFields(update) ? { session: String(sessionId), update } : undefined
}

function withUpdate(message: unknown, update: Fields): unknown {
  if (!isFields(message) || !isFields(message.params)) return message
  return { ...message, params: { ...message.params, update } }
}

interface Inner {
  readonly whole: string
  readonly text: string
  put(text: string): Fields
}

function innerOf(update: Fields): Inner | undefined {
  const { sessionUpdate: kind, content, data, _meta } = update
  if (kind === 'terminal_output_chunk' && typeof data === 'string') return innerBytes(update, data)
  if (typeof kind === 'string' && kind.endsWith('_chunk') && isFields(content)) {
    const whole = [kind, update.messageId ?? update.toolCallId ?? update.compactionId ?? ''].join(' ')
    return innerText(content, block => ({ ...update, content: block }), whole)
  }
  if (!isFields(_meta) || !isFields(_meta.terminal_output)) return undefined
  const output = _meta.terminal_output
  if (typeof output.data !== 'string') return undefined
  return {
    whole: `output ${String(output.terminal_id ?? update.toolCallId)}`,
    text: output.data,
    put: text => ({ ...update, _meta: { ..._meta, terminal_output: { ...output, data: text } } }),
  }
}

function innerBytes(update: Fields, data: string): Inner | undefined {
  const bytes = unpack(data)
  if (bytes === undefined) return undefined
  const put = (text: string): Fields => (text === bytes ? update : { ...update, data: pack(text) })
  return { whole: `terminal ${String(update.terminalId)}`, text: bytes, put }
}

/** The text of a block, or of the block in a block: a call's content is one in another. */
function innerText(block: Fields, wrap: (block: Fields) => Fields, whole: string): Inner | undefined {
  if (block.type === 'text' && typeof block.text === 'string')
    return { whole, text: block.text, put: text => wrap({ ...block, text }) }
  const { content } = block
  return block.type === 'content' && isFields(content)
    ? innerText(content, inner => wrap({ ...block, content: inner }), whole)
    : undefined
}

/** A text that is a piece of a longer one. */
export interface StreamedText {
  /** The name of the longer one: those with the same name belong together. */
  readonly whole: string
  readonly text: string
}

/** The texts of an entry that are pieces of longer ones; a batch may have many. */
export function streamedTexts(entry: Entry): readonly StreamedText[] {
  return piecesOf(entry).map(({ session, whole, text }) => ({ whole: `${session} ${whole}`.trim(), text }))
}
