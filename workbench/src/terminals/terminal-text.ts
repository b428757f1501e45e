/** What a terminal showed, as plain text: for those who read it otherwise than by a screen, and for the last lines of it. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { outputOf, type Terminal } from '@parley/acp/thread'

// Colours and movements are nothing that was meant to be read; what else is hidden in a text is marked. A string that
// is never ended ends with its line.
const STRINGS = '(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x9c\\n]*(?:\\x07|\\x1b\\\\|\\x9c)?'
const CONTROLS = '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?|\\x1b[ -/]*[0-~]?|[\\x07\\x0e\\x0f]'
const SEQUENCES = new RegExp(`${STRINGS}|${CONTROLS}`, 'g')

/** The text of an output without its sequences; of a line that was written over, what stood there last. */
export function plainOutput(output: string): string {
  const text = output.replace(SEQUENCES, '').replace(/\r+\n/g, '\n')
  const lines = text.split('\n').map(line => {
    const said = line.replace(/\r+$/, '')
    return said.slice(said.lastIndexOf('\r') + 1)
  })
  return sanitizeForDisplay(lines.join('\n'))
}

// A line is seldom longer; of one that is, the end is shown.
const LINE_LENGTH = 2_000

/** The last lines, without empty ones at the end. Looks at no more of the output than it needs. */
export function lastLines(terminal: Terminal, count: number): readonly string[] {
  const { text } = outputOf(terminal)
  const end = plainOutput(text.slice(-count * LINE_LENGTH)).trimEnd()
  return end === '' ? [] : end.split('\n').slice(-count)
}

/** In words: runs, or how it ended. */
export function endingOf({ exitStatus }: Terminal): { readonly word: string; readonly status: string } {
  if (exitStatus === undefined) return { word: 'running', status: 'running' }
  const { exitCode, signal } = exitStatus
  if (typeof signal === 'string' && signal !== '') return { word: `ended by ${signal}`, status: 'failed' }
  if (exitCode === 0) return { word: 'done', status: 'completed' }
  return typeof exitCode === 'number'
    ? { word: `exit code ${exitCode}`, status: 'failed' }
    : { word: 'ended', status: 'completed' }
}
