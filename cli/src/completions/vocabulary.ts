/** Everything that can be typed, read off the program: commands, their options, and what stands behind each. */

import type { Argument, Command, Option } from 'commander'

/** What may stand in a place: words that are known, the ids of agents, or files. */
export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'agents' | 'files' }

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
    values: command.registeredArguments.map(toValues),
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
    ...(takes ? { values: valuesOf(option.attributeName(), option.argChoices) } : {}),
  }
}

const toValues = (argument: Argument): Values => valuesOf(argument.name(), argument.argChoices)

function valuesOf(name: string, choices: readonly string[] | undefined): Values {
  if (choices !== undefined) return { kind: 'words', words: choices }
  return { kind: name === 'agent' ? 'agents' : 'files' }
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''
