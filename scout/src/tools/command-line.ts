/** What a person or a model calls a command, as a program and its words. A shell is only called where only it can tell. */

import { WorkspaceError } from '../workspace/workspace.js'

export interface CommandLine {
  readonly command: string
  readonly args: readonly string[]
  /** What is run, for people: as they would type it. */
  readonly shown: string
}

// Beyond these a line is more than words: variables, pipes, globs, substitutions, breaks.
const ONLY_A_SHELL_KNOWS = /[|&;<>()$`*?[\]#~=%!{}^\n\\]/

/** Words given apart are taken as they are. */
export function fromWords([command = '', ...args]: readonly string[]): CommandLine {
  demandProgram(command, args)
  return { command, args, shown: [command, ...args].map(quote).join(' ') }
}

export function fromText(text: string): CommandLine {
  const line = text.trim()
  const words = ONLY_A_SHELL_KNOWS.test(line) ? undefined : splitWords(line)
  if (words !== undefined) return fromWords(words)
  demandProgram(line, [])
  const [command, ...args] = shellFor(line)
  return { command, args, shown: line }
}

function shellFor(line: string): readonly [string, ...string[]] {
  return process.platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', line] : ['sh', '-c', line]
}

function demandProgram(command: string, args: readonly string[]): void {
  if (command === '' || command.startsWith('-'))
    throw new WorkspaceError(
      'There is no command to run: it begins with the name of a program, as in npm test.',
    )
  if ([command, ...args].some(word => word.includes('\0')))
    throw new WorkspaceError('A command has no room for a NUL character.')
}

/** Words apart by blanks, quoted ones whole; nothing where a quote is not closed. */
function splitWords(line: string): readonly string[] | undefined {
  const words: string[] = []
  const pieces = /\s*((?:"[^"]*"|'[^']*'|[^\s"'])+)/y
  let at = 0
  while (at < line.length) {
    pieces.lastIndex = at
    const piece = pieces.exec(line)?.[1]
    if (piece === undefined) return undefined
    words.push(piece.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))
    at = pieces.lastIndex
  }
  return words
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
