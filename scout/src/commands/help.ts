/** /help: what can be asked for. */

import { boundedLine } from '@parley/acp/guard'
import type { Errand } from '../errand.js'
import { SAYINGS } from '../rules/sayings.js'
import { InputError } from './input-error.js'
import { nearestWord } from './near-word.js'
import type { SlashCommand } from './slash-command.js'
import { COMMANDS, findCommand } from './table.js'

export async function showHelp({ turn }: Errand, input: string): Promise<void> {
  const name = input.replace(/^\//, '').trim()
  if (name === '') return void (await turn.say(everything()))
  const command = findCommand(name)
  if (command === undefined) throw unknown(name)
  await turn.say(describe(command))
}

function everything(): string {
  const rows = COMMANDS.map(command => `- ${writing(command)}: ${command.description}`)
  const sayings = SAYINGS.map(saying => `- ${saying}`)
  return [
    'These are my commands. `/help edit` says more about one of them.',
    rows.join('\n'),
    'Without a model I also understand plain requests such as:',
    sayings.join('\n'),
  ].join('\n\n')
}

function describe(command: SlashCommand): string {
  return `${writing(command)}: ${command.description}.\n\nFor example: \`${command.example}\``
}

function writing({ name, hint }: SlashCommand): string {
  return `\`/${name}${hint === undefined ? '' : ` ${hint}`}\``
}

function unknown(name: string): InputError {
  const near = nearestWord(
    name,
    COMMANDS.map(command => command.name),
  )
  return new InputError({
    expected: 'the name of a command',
    found: `"${boundedLine(name, 40)}"`,
    example: `/help ${near ?? 'edit'}`,
  })
}
