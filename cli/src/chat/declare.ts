/** `parley chat` and `parley attach`, as they are typed. */

import { type Command, Option } from 'commander'
import type { Act } from '../act.js'
import { placeOptions, protocolOption, settingOptions } from '../session-options.js'
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

function options(): readonly Option[] {
  return [
    ...placeOptions(),
    ...settingOptions(),
    new Option('--policy <file>', 'the policy to judge by, instead of the usual one'),
    new Option('--no-fs', 'lend the agent no files'),
    new Option('--no-terminal', 'run no commands for the agent'),
    protocolOption(),
    new Option('--theme <theme>', 'colours for a dark or a light terminal')
      .choices(['auto', 'dark', 'light'])
      .default('auto'),
    new Option('--plain', 'one line per event, no cursor motion: for screen readers and logs'),
    new Option('--background', 'begin without a terminal: `parley attach` shows it').conflicts('plain'),
  ]
}
