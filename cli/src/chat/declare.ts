/** `parley chat` and `parley attach`, as they are typed. */

import { type Command, Option } from 'commander'
import type { Act } from '../act.js'
import type { AttachFlags, ChatFlags } from './flags.js'

const EPILOGUE = `
Keys: F1 or ? shows all of them. Enter sends, Esc stops the agent, Ctrl+C twice
leaves, Ctrl+D leaves it working: \`parley attach\` comes back.
Without a terminal, with --plain or with TERM=dumb everything is one line per
event, for screen readers and logs.

Examples:
  parley chat "explain this project"
  parley chat --agent claude-code
  parley chat --agent "node my-agent.js"
  parley chat --resume`

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

export function declareChat(program: Command, act: Act): void {
  const chat = program
    .command('chat')
    .summary('talk with agents in the terminal')
    .description('Talks with an agent in the terminal: shows what it does, and asks before it acts.')
    .argument('[prompt...]', 'what to say first')
  for (const option of options()) chat.addOption(option)
  chat.addHelpText('after', EPILOGUE).action((words: readonly string[], flags: ChatFlags) =>
    act(async () => {
      const { chat: work } = await import('./start.js')
      return shell => work(words, flags, shell)
    }),
  )
  program
    .command('attach')
    .summary('come back to a chat that was left working')
    .description('Shows a chat that goes on without a terminal, or takes it over from another one.')
    .argument('[id]', 'which one, as --list names them; needed where there are several')
    .addOption(new Option('-l, --list', 'show those that run').conflicts('end'))
    .option('--end', 'end it and its agents; what was said is kept')
    .action((id: string | undefined, flags: AttachFlags) =>
      act(async () => {
        const { attachTo, endChat, listChats } = await import('./front/attach.js')
        if (flags.list === true) return listChats
        return shell => (flags.end === true ? endChat(id, shell) : attachTo(id, shell))
      }),
    )
}

const repeatable = (flags: string, text: string): Option => new Option(flags, text).argParser(collect)

function options(): readonly Option[] {
  return [
    new Option(
      '-a, --agent <agent>',
      'the id of an agent, or the command line that starts one (default: scout)',
    ),
    new Option('-C, --cwd <directory>', 'the working directory of the session; here unless said otherwise'),
    new Option('--scratch', 'work in a new temporary directory, which is kept').conflicts(['cwd', 'resume']),
    repeatable('--add-dir <directory>', 'one more directory of the session (repeatable)'),
    new Option('-r, --resume [id]', 'take up the last conversation of this directory, or that one'),
    new Option('--mode <id>', 'the mode to work in'),
    repeatable('--option <id=value>', 'a setting of the session (repeatable)'),
    new Option('--mcp <file>', 'MCP servers for the session, from a JSON file'),
    repeatable('--env <name[=value]>', 'a variable for the agent; without a value, ours (repeatable)'),
    new Option('--policy <file>', 'the policy to judge by, instead of the usual one'),
    new Option('--no-fs', 'lend the agent no files'),
    new Option('--no-terminal', 'run no commands for the agent'),
    new Option('--protocol <version>', 'the version of the protocol to offer')
      .choices(['1', '2'])
      .default('1'),
    new Option('--theme <theme>', 'colours for a dark or a light terminal')
      .choices(['auto', 'dark', 'light'])
      .default('auto'),
    new Option('--plain', 'one line per event, no cursor motion: for screen readers and logs'),
    new Option('--background', 'begin without a terminal: `parley attach` shows it').conflicts('plain'),
  ]
}
