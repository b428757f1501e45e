/** Everything that can be typed, read off the program: commands, their options, and what stands behind each. */

import type { Argument, Command, Option } from 'commander'
import { SCOUT_MODES } from '../agents/scout-entry.js'

/** Words that the command itself is asked for: ids of agents, ids and names of conversations, or names alone. */
export const ASKED = ['agents', 'conversations', 'names'] as const

/** What may stand in a place: words that are known, words that are asked for, or files. */
export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: (typeof ASKED)[number] | 'files' }

export interface Flag {
  /** Its spellings, such as `-f` and `--file`. */
  readonly names: readonly string[]
  readonly description: string
  /** What follows it; nothing for a switch. */
  readonly values?: Values | undefined
}

/** A command and the words that lead to it, the program's name left out. */
export interface Node {
  readonly path: readonly string[]
  readonly commands: readonly { readonly name: string; readonly description: string }[]
  readonly flags: readonly Flag[]
  /** What its arguments may be. */
  readonly values: readonly Values[]
}

/** The program and all its commands that are shown to people. */
export function nodesOf(program: Command): readonly Node[] {
  return walk(program, [])
}

function walk(command: Command, path: readonly string[]): readonly Node[] {
  // Commands and options that are hidden from the help are hidden here: commander's help knows which.
  const help = command.createHelp()
  const inner = help.visibleCommands(command).filter(each => each.name() !== 'help')
  const usual = inner.find(each => isDefaultOf(command, each))
  const own: Node = {
    path,
    commands: inner.map(each => ({ name: each.name(), description: firstLine(each.description()) })),
    flags: [...help.visibleOptions(command), ...(usual === undefined ? [] : help.visibleOptions(usual))]
      .filter((option, index, all) => all.findIndex(each => each.flags === option.flags) === index)
      .map(toFlag),
    values: command.registeredArguments.map(argument => toValues(argument, path)),
  }
  return [own, ...inner.flatMap(each => walk(each, [...path, each.name()]))]
}

/** Commander keeps the name of the default command to itself. */
function isDefaultOf(command: Command, inner: Command): boolean {
  return '_defaultCommandName' in command && command._defaultCommandName === inner.name()
}

function toFlag(option: Option): Flag {
  const names = [option.short, option.long].filter(name => name !== undefined)
  const takes = option.required || option.optional
  return {
    names,
    description: firstLine(option.description),
    ...(takes ? { values: flagValues(option) } : {}),
  }
}

/** By the word that stands for the value in the help, and by the option's own where that says too little. */
function flagValues({ flags, argChoices, ...option }: Option): Values {
  if (argChoices !== undefined) return { kind: 'words', words: argChoices }
  if (/[<[]agent[>\]]/.test(flags)) return { kind: 'agents' }
  switch (option.long) {
    case '--resume':
      return { kind: 'conversations' }
    case '--session':
      // An id in this place would become the name of a new conversation.
      return { kind: 'names' }
    case '--mode':
      return { kind: 'words', words: SCOUT_MODES }
    default:
      return { kind: 'files' }
  }
}

function toValues(argument: Argument, [first]: readonly string[]): Values {
  if (argument.argChoices !== undefined) return { kind: 'words', words: argument.argChoices }
  if (argument.name() === 'agent') return { kind: 'agents' }
  return { kind: first === 'sessions' && argument.name() === 'id' ? 'conversations' : 'files' }
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''
