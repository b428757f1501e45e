/** The options of every command that holds a conversation: with whom, where, and with what settings. */

import { Option } from 'commander'

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** One that may be given more than once. */
export const repeatable = (flags: string, text: string): Option => new Option(flags, text).argParser(collect)

/** With whom, and where. */
export function placeOptions(): readonly Option[] {
  return [
    new Option(
      '-a, --agent <agent>',
      'the id of an agent, or the command line that starts one (default: scout)',
    ),
    new Option('-C, --cwd <directory>', 'the working directory of the session; here unless said otherwise'),
    new Option('--scratch', 'work in a new temporary directory, which is kept').conflicts(['cwd', 'resume']),
    repeatable('--add-dir <directory>', 'one more directory of the session (repeatable)'),
  ]
}

/** Which conversation, and how it is set up. */
export function settingOptions(): readonly Option[] {
  return [
    new Option('-r, --resume [id]', 'take up the last conversation of this directory, or that one'),
    new Option('--mode <id>', 'the mode to work in'),
    repeatable('--option <id=value>', 'a setting of the session (repeatable)'),
    new Option('--mcp <file>', 'MCP servers for the session, from a JSON file'),
    repeatable('--env <name[=value]>', 'a variable for the agent; without a value, ours (repeatable)'),
  ]
}

export const protocolOption = (): Option =>
  new Option('--protocol <version>', 'the version of the protocol to offer').choices(['1', '2']).default('1')
