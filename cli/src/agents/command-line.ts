/** Splits a command line into words as a shell would, and does nothing else that a shell does. */

import { createRedactor, secretsInArguments } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'

const WORD = /\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)/gsy

/** The words of a line: quotes keep blanks together, a backslash keeps the next character. */
export function splitLine(line: string): readonly string[] {
  const words: string[] = []
  let word: string | undefined
  let end = 0
  for (const match of line.matchAll(WORD)) {
    end = match.index + match[0].length
    const [, single, double, escaped, plain] = match
    const piece = single ?? double?.replace(/\\([\\"$`])/g, '$1') ?? escaped ?? plain
    if (piece !== undefined) {
      word = (word ?? '') + piece
      continue
    }
    if (word !== undefined) words.push(word)
    word = undefined
  }
  if (end < line.length) throw unfinished(line[end] ?? '')
  return word === undefined ? words : [...words, word]
}

function unfinished(mark: string): Failure {
  const what =
    mark === '\\' ? 'ends with a backslash that keeps nothing' : `has a quote (${mark}) that is never closed`
  return new Failure(`the command line of the agent ${what}.`, {
    exitCode: EXIT.usage,
    cure: 'close it, or write the agent down once: parley agents add <id> -- <command> [args…]',
    reason: 'bad_command_line',
  })
}

/** The words as one line that means them again, for people to copy. */
export function toLine(words: readonly string[]): string {
  return words
    .map(word => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ')
}

/** Whether a line is one of which secrets were taken out. */
export const isShortened = (line: string): boolean => line.includes('«redacted')

/** The same arguments without the secrets among them, to be shown. */
export function shownArguments(args: readonly string[]): readonly string[] {
  const redactor = createRedactor({ known: secretsInArguments(args) })
  return args.map(each => redactor.text(each))
}
