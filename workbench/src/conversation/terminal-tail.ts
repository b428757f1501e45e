/** The last lines of what a terminal showed, as plain text. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { outputOf, type Terminal } from '@parley/acp/thread'

const MOST_LINES = 12
const MOST_LENGTH = 8_000
// Sequences that colour, move and name are taken out without a mark: here they are no more than decoration.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SEQUENCES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[@-Z\\-_])/g

/** At most twelve lines. A line that was written over shows what was written last. */
export function tailOf(terminal: Terminal): { readonly text: string; readonly isCut: boolean } {
  const { text, isTruncated } = outputOf(terminal)
  const end = text.slice(-MOST_LENGTH).replace(SEQUENCES, '').replace(/\r\n/g, '\n').trimEnd()
  const lines = end.split('\n').map(line => line.slice(line.lastIndexOf('\r') + 1))
  const isCut = isTruncated || lines.length > MOST_LINES || text.length > MOST_LENGTH
  return { text: sanitizeForDisplay(lines.slice(-MOST_LINES).join('\n')), isCut }
}
