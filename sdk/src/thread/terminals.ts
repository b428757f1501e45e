/**
 * What terminals showed. In version 1 they belong to the client, which tells their output as text, or to a gateway, which
 * sends bytes; in version 2 to the agent, which does so, too. Only the end of an output is kept; whatever was shown stays when the terminal is gone.
 */

import type { v1, v2 } from '../schema/index.js'
import type { Meta } from './entry.js'
import { clearOnNull, type Fields, isFields, isText } from './fields.js'
import { patchMeta } from './meta.js'
import type { Thread } from './thread.js'
import { assign, lookUp } from './tree.js'

/** How much of an output is kept, in bytes or, where it came as text, in characters. */
export const OUTPUT_LIMIT = 1_048_576

/** The name of an update that no agent of version 1 sends: a gateway says so what a terminal is that it lends. */
export const TERMINAL_UPDATE = '_parley/terminal_update'

/** The same for what a terminal shows. */
export const TERMINAL_CHUNK = '_parley/terminal_output_chunk'

/** What a gateway tells of a terminal that it lends, in the shapes of version 2. */
// Picked, because no interface may stand where any update of one's own may.
export type TerminalNews =
  | ({ readonly sessionUpdate: typeof TERMINAL_UPDATE } & Pick<v2.TerminalUpdate, keyof v2.TerminalUpdate>)
  | ({ readonly sessionUpdate: typeof TERMINAL_CHUNK } & Pick<
      v2.TerminalOutputChunk,
      keyof v2.TerminalOutputChunk
    >)

/** The end of an output. Two halves that take turns, so that neither adding nor letting go ever copies. */
interface Output {
  /** A byte is kept as the character of its number: strings can be joined without copying, arrays cannot. */
  readonly unit: 'byte' | 'character'
  readonly older: string
  readonly newer: string
  /** Something before it was let go. */
  readonly isCut: boolean
}

/** A terminal, and the end of what it showed; `outputOf` reads that. */
export interface Terminal {
  readonly terminalId: string
  readonly command?: string | undefined
  readonly cwd?: string | undefined
  readonly output: Output
  readonly exitStatus?: v1.TerminalExitStatus | v2.TerminalExitStatus | undefined
  readonly size?: v2.TerminalSize | undefined
  /** What may be asked of this terminal, in version 2. */
  readonly capabilities?: v2.TerminalCapabilities | undefined
  readonly meta?: Meta
}

const NO_BYTES: Output = { unit: 'byte', older: '', newer: '', isCut: false }

/** What a terminal of the client shows now. */
export function showTerminal(thread: Thread, fields: Fields): Thread | undefined {
  const { terminalId, output, truncated, exitStatus } = fields
  if (!isText(terminalId) || !isText(output)) return undefined
  const stored = terminalOf(thread, terminalId)
  return put(thread, {
    ...stored,
    output: { ...grow({ ...NO_BYTES, unit: 'character' }, output), isCut: truncated === true },
    exitStatus: clearOnNull(stored.exitStatus, exitStatus, isFields),
  })
}

/** What is said of a terminal by whoever it belongs to. */
export function changeTerminal(thread: Thread, fields: Fields): Thread | undefined {
  const { terminalId, output } = fields
  if (!isText(terminalId)) return undefined
  const bytes = isFields(output) ? fromBase64(output.data) : ''
  if (bytes === undefined) return undefined
  const stored = terminalOf(thread, terminalId)
  return put(thread, {
    ...stored,
    command: clearOnNull(stored.command, fields.command, isText),
    cwd: clearOnNull(stored.cwd, fields.cwd, isText),
    output: output === null || isFields(output) ? grow(NO_BYTES, bytes) : stored.output,
    exitStatus: clearOnNull(stored.exitStatus, fields.exitStatus, isFields),
    size: clearOnNull(stored.size, fields.size, isSize),
    capabilities: clearOnNull(stored.capabilities, fields.capabilities, isFields),
    meta: patchMeta(stored.meta, fields._meta),
  })
}

/** More bytes of an output. */
export function extendTerminal(thread: Thread, { terminalId, data }: Fields): Thread | undefined {
  const bytes = fromBase64(data)
  if (!isText(terminalId) || bytes === undefined) return undefined
  const stored = terminalOf(thread, terminalId)
  return put(thread, { ...stored, output: grow(stored.output, bytes) })
}

/** The end of what a terminal showed, as text, and whether anything before it is missing. */
export function outputOf({ output }: Terminal): { readonly text: string; readonly isTruncated: boolean } {
  const all = output.older + output.newer
  const kept = all.slice(-OUTPUT_LIMIT)
  const isTruncated = output.isCut || kept.length < all.length
  return { text: output.unit === 'byte' ? decode(kept, isTruncated) : kept, isTruncated }
}

function terminalOf(thread: Thread, terminalId: string): Terminal {
  return lookUp(thread.terminals, terminalId) ?? { terminalId, output: NO_BYTES }
}

function put(thread: Thread, terminal: Terminal): Thread {
  return { ...thread, terminals: assign(thread.terminals, terminal.terminalId, terminal) }
}

// Between one and two limits' worth is held, and readers get the last limit's worth: the same, however it was cut.
function grow(output: Output, more: string): Output {
  const newer = output.newer + more
  if (newer.length < OUTPUT_LIMIT) return { ...output, newer }
  const isCut = output.isCut || output.older !== '' || newer.length > OUTPUT_LIMIT
  return { ...output, older: newer.slice(-OUTPUT_LIMIT), newer: '', isCut }
}

function fromBase64(data: unknown): string | undefined {
  try {
    return isText(data) ? atob(data) : undefined
  } catch {
    return undefined
  }
}

function decode(bytes: string, isTruncated: boolean): string {
  const numbers = new Uint8Array(bytes.length)
  for (let index = 0; index < bytes.length; index++) numbers[index] = bytes.charCodeAt(index)
  const text = new TextDecoder().decode(numbers)
  // A character that was cut in two is no character.
  return isTruncated ? text.replace(/^\uFFFD+/, '') : text
}

const isSize = (value: unknown): value is v2.TerminalSize =>
  isFields(value) && typeof value.cols === 'number' && typeof value.rows === 'number'
