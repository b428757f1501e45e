/** The commands of this program, beside those of the agent. Who carries them out is elsewhere. */

import type { SessionCommand } from '../model/talk.js'

export const OWN_COMMANDS = [
  { name: 'help', description: 'Every key and command' },
  { name: 'new', description: 'Begin a new conversation', hint: 'agent' },
  { name: 'sessions', description: 'Take up a conversation that was recorded', hint: 'words to look for' },
  { name: 'agents', description: 'Choose an agent' },
  { name: 'options', description: 'Model, effort and what else the agent lets one choose' },
  { name: 'mode', description: 'Change the mode', hint: 'name' },
  { name: 'model', description: 'Change the model', hint: 'name' },
  { name: 'review', description: 'Look through what the last turn changed' },
  { name: 'undo', description: 'Take back the file changes of the last turn' },
  { name: 'fork', description: 'Go on in a second conversation from here' },
  { name: 'share', description: 'A link for one more screen, through a gateway', hint: 'viewer or editor' },
  { name: 'thoughts', description: 'Show or fold thoughts' },
  { name: 'overview', description: 'All conversations of this window' },
  { name: 'queue', description: 'The prompts that wait' },
  { name: 'restart', description: 'Start the agent again' },
  { name: 'detach', description: 'Leave the agents working' },
  { name: 'close', description: 'Close this conversation' },
  { name: 'quit', description: 'Leave' },
] as const satisfies readonly SessionCommand[]

/** Nobody is kept from leaving by a command of the same name. */
const ALWAYS_OURS: ReadonlySet<string> = new Set(['quit', 'close', 'detach'])

export type OwnCommandName = (typeof OWN_COMMANDS)[number]['name']

export interface OwnCommand {
  readonly name: OwnCommandName
  readonly argument: string
}

/**
 * The command of ours that a text is; nothing where it is a prompt, or where the agent has one of that name. With two
 * slashes it is always ours.
 */
export function ownCommandOf(text: string, ofAgent: readonly SessionCommand[] = []): OwnCommand | undefined {
  const [, slashes, word, argument = ''] = /^(\/\/?)([a-z]+)(?:[ \t]+([^\n]*))?\s*$/.exec(text) ?? []
  const found = OWN_COMMANDS.find(({ name }) => name === word)
  const isTaken =
    slashes === '/' && !ALWAYS_OURS.has(word ?? '') && ofAgent.some(({ name }) => nameOf(name) === word)
  if (found === undefined || isTaken) return undefined
  return { name: found.name, argument: argument.trim() }
}

/** A command and how it is written. */
export interface WrittenCommand extends SessionCommand {
  readonly written: string
}

/** Ours, in the way that always means them. */
export const ownCommands = (): readonly WrittenCommand[] =>
  OWN_COMMANDS.map(command => ({ ...command, written: `//${command.name}` }))

/** All commands that there are, each name once: those of the agent first; ours of the same name are behind two slashes. */
export function allCommands(ofAgent: readonly SessionCommand[]): readonly WrittenCommand[] {
  const taken = new Set(ofAgent.map(({ name }) => nameOf(name)))
  return [
    ...ofAgent
      .filter(({ name }) => !ALWAYS_OURS.has(nameOf(name)))
      .map(command => ({ ...command, written: `/${nameOf(command.name)}` })),
    ...OWN_COMMANDS.filter(({ name }) => ALWAYS_OURS.has(name) || !taken.has(name)).map(command => ({
      ...command,
      written: `/${command.name}`,
    })),
  ]
}

/** Some agents say their names with the slash. */
export const nameOf = (name: string): string => name.replace(/^\/+/, '')
