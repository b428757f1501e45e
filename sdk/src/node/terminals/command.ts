/** Which program runs with which words. A shell is never called in silence: text for one is marked as such. */

import { rpcError } from '../../protocol/index.js'

/** A program and its words. */
export interface Command {
  readonly argv: readonly [string, ...string[]]
  readonly isShell: boolean
}

const ONLY_A_SHELL_KNOWS = /[\s|&;<>()$`"'*?[\]#~=%!{}^]/
const SHELLS = /(?:^|[\\/])(?:(?:ba|da|a|z|k|mk|pdk|c|tc|fi)?sh|busybox|cmd|powershell|pwsh)(?:\.exe)?$/i

/** What a request comes to. Text that only a shell understands, and that comes without words, is given to one. */
export function toCommand(command: string, args: readonly string[] = []): Command {
  for (const word of [command, ...args])
    if (word.includes('\0')) throw rpcError('invalid_params', 'A command has no room for a NUL character')
  // An option in the place of a program would be an order to whoever starts it.
  if (command === '' || command.startsWith('-'))
    throw rpcError('invalid_params', 'The command is not the name of a program')
  if (args.length === 0 && needsShell(command)) return { argv: shellFor(command), isShell: true }
  return { argv: [command, ...args], isShell: isShellText(command, args) }
}

function needsShell(command: string): boolean {
  // There the backslash is a part of paths.
  return ONLY_A_SHELL_KNOWS.test(command) || (process.platform !== 'win32' && command.includes('\\'))
}

function shellFor(command: string): readonly [string, ...string[]] {
  return process.platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', command] : ['sh', '-c', command]
}

/** A shell with a script in a file says what runs; a shell with an option may have been given text. */
function isShellText(command: string, args: readonly string[]): boolean {
  return SHELLS.test(command) && args.some(word => /^[-+/]/.test(word))
}
