/** `parley chat`, as it is typed. */

import { type Command, Option } from 'commander'
import type { Act } from '../act.js'
import { gatewayOptions } from '../gateway-options.js'
import { placeOptions, protocolOption, settingOptions } from '../session-options.js'
import type { ChatFlags } from './flags.js'

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
}

/** What is of no use where the agent is started elsewhere. */
const OWN_AGENT = ['agent', 'resume', 'mcp', 'env', 'policy', 'addDir']

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
    new Option('--url <address>', 'an agent behind a gateway (see parley serve)').conflicts(OWN_AGENT),
    new Option('--attach <address>', 'a session of a gateway, or a link to one; see parley attach').conflicts(
      [...OWN_AGENT, 'url'],
    ),
    ...gatewayOptions(),
    new Option('--plain', 'one line per event, no cursor motion: for screen readers and logs'),
    new Option('--background', 'begin without a terminal: `parley attach` shows it').conflicts('plain'),
  ]
}
