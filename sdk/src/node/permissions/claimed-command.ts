/** The command that an agent shows with its question: complete and in plain sight, or none. */

import type { PermissionRequest } from '../../client/index.js'
import type { ShownCommand } from '../../guard/index.js'

const LONGEST_COMMAND = 4_096
const MOST_WORDS = 64

/** Whether something stands where a command would, and is none that could be read. */
export function hasUnreadableCommand(request: PermissionRequest, roots: readonly string[]): boolean {
  const input: unknown = request.toolCall?.rawInput
  const isThere = typeof input === 'object' && input !== null && 'command' in input && input.command != null
  return isThere && findCommand(request, roots) === undefined
}

/** Agents write it as one text, as words, or as a program and its words. `roots` are the real paths of the session's. */
export function findCommand(
  { toolCall }: PermissionRequest,
  roots: readonly string[],
): ShownCommand | undefined {
  const input: unknown = toolCall?.rawInput
  if (typeof input !== 'object' || input === null || !('command' in input)) return undefined
  const argv = toWords(input.command, 'args' in input ? input.args : undefined)
  const cwd = 'cwd' in input && input.cwd != null ? input.cwd : roots[0]
  if (argv === undefined || typeof cwd !== 'string') return undefined
  return argv.length <= MOST_WORDS && argv.join(' ').length <= LONGEST_COMMAND ? { argv, cwd } : undefined
}

function toWords(command: unknown, args: unknown): readonly string[] | undefined {
  const words: readonly unknown[] = [command].flat().concat(args ?? [])
  return words.length > 0 && words[0] !== '' && words.every(word => typeof word === 'string')
    ? words
    : undefined
}
