/** Slash commands: what is advertised, and how a message is recognised as one. */

import type { StopReason } from './definition.js'
import type { Turn } from './turn.js'

/** Something a user can ask for by name. */
export interface Command {
  /** Without the slash and without blanks. */
  readonly name: string
  readonly description: string
  /** What to write behind the name, where something is expected. */
  readonly hint?: string | undefined
  /** Answers the command. Without it the message goes to `prompt` like any other, with `turn.command` set. */
  // biome-ignore lint/suspicious/noConfusingVoidType: an author whose function simply ends returns void
  run?(turn: Turn, input: string): Promise<StopReason | void>
}

/** A message that names a command. */
export interface Invocation {
  readonly command: Command
  /** What stands behind the name. */
  readonly input: string
}

const SPOKEN = /^\/(\S+)(?:\s+([\s\S]*))?$/

/** The command that a text begins with, if it is one of these. */
export function findInvocation(commands: readonly Command[], text: string): Invocation | undefined {
  if (!text.startsWith('/')) return undefined
  const [, name, input = ''] = SPOKEN.exec(text.trim()) ?? []
  const command = commands.find(each => each.name === name)
  return command === undefined ? undefined : { command, input }
}
