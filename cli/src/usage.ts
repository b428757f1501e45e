/** What is said of words that a command does not know, in our own words. Whatever was meant, nothing is run. */

import { type Command, InvalidArgumentError } from 'commander'
import { closestWord } from './closest-word.js'
import { EXIT } from './exit-code.js'
import { Failure } from './failure.js'

/** From now on the command, and those below it, fail in these words. */
export function speakPlainly(command: Command): void {
  command.error = (message, { code } = {}) => {
    throw toFailure(command, message.replace(/^error: /, ''), code)
  }
  for (const inner of command.commands) speakPlainly(inner)
}

/** An option whose value was forgotten takes the mark before the command of an agent for it: that is never meant. */
export function demandValues(command: Command): void {
  for (const option of command.options) {
    const { parseArg, required, variadic } = option
    if (!required || variadic) continue
    option.argParser((value: string, previous: unknown) => {
      if (value === '--')
        throw new InvalidArgumentError(`${option.long} needs a value before the command of an agent.`)
      return parseArg === undefined ? value : parseArg(value, previous)
    })
  }
  for (const inner of command.commands) demandValues(inner)
}

/** There is no such word below this command. */
export function unknownCommand(command: Command, word: string): Failure {
  const names = command.commands.map(inner => inner.name())
  const near = closestWord(word, names)
  const path = pathOf(command)
  return failed(
    command,
    `there is no command "${path.replace(/^\S+ /, '')} ${shown(word)}". Nothing was run.`,
    near === undefined ? `there are: ${names.join(', ')}.` : `did you mean ${path} ${near}?`,
  )
}

const CHOICE =
  /^(?:option '([^']+)' argument|command-argument value) '(.*)' is invalid(?: for argument '([^']+)')?\. (.*)$/s
const CHOICES = /^Allowed choices are (.*)\.$/

function toFailure(command: Command, message: string, code: string | undefined): Failure {
  const [, option, found = '', argument = '', rest = ''] = CHOICE.exec(message) ?? []
  if (rest !== '') {
    const what = option?.match(/--[\w-]+/)?.[0] ?? `<${argument}>`
    return wrongValue(command, { what, found, rest })
  }
  const [, word] = /^unknown option '([^']*)'/.exec(message) ?? []
  if (code === 'commander.unknownOption' && word !== undefined) {
    const names = command.options.flatMap(({ short, long }) => [short, long].filter(each => each != null))
    const near = closestWord(word.replace(/=.*$/s, ''), names)
    const what = `${pathOf(command)} has no option ${shown(word)}. Nothing was run.`
    return failed(command, what, near === undefined ? '' : `did you mean ${near}?`)
  }
  return failed(command, `${message.split('\n')[0]?.replace(/\.$/, '')}. Nothing was run.`, '')
}

function wrongValue(
  command: Command,
  { what, found, rest }: { readonly what: string; readonly found: string; readonly rest: string },
): Failure {
  const choices = CHOICES.exec(rest)?.[1]?.split(', ')
  if (choices === undefined) return failed(command, `${what}: "${shown(found)}" cannot be used. ${rest}`, '')
  const near = closestWord(found, choices)
  return failed(
    command,
    `${what} takes ${listed(choices)}, and "${shown(found)}" is none of them. Nothing was run.`,
    near === undefined ? '' : `did you mean ${near}?`,
  )
}

/** `one, two or three`. */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}

function failed(command: Command, message: string, hint: string): Failure {
  const cure = [hint, `See: ${pathOf(command)} --help`].filter(each => each !== '').join(' ')
  return new Failure(message, { exitCode: EXIT.usage, cure, reason: 'usage' })
}

/** The words that lead to it, the program's own first. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`
}

/** What is printed is cleaned where it is printed; here it is only kept short. */
const shown = (word: string): string => [...word].slice(0, 60).join('')
