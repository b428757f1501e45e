/** `parley call`, as it is typed. */

import { type Command, Option } from 'commander'
import type { Act } from '../../act.js'
import { urlOptions } from '../../url-options.js'
import type { CallFlags } from './call-flags.js'

const EPILOGUE = `
  parley call session/list
  parley call --updates session/prompt '{"prompt":[{"type":"text","text":"hello"}]}' -- my-agent --flag
  parley call --protocol 2 _mine/status @params.json -- my-agent
  parley call --url ws://127.0.0.1:7430/acp --token-file token _parley/session/list

The handshake is made, and a session where the method needs one and the params name none.
Without a command after -- it is scout, the built-in agent; with --url, one that is elsewhere.
Params that the schema has something against are not sent, unless --force says so.

How the agent's own requests are answered (--profile):
  deny      permissions are refused, files and terminals fail
  allow     permissions are given, files and terminals fail
  sandbox   permissions are given; files and terminals are real, below a scratch folder (or --cwd)
  hold      not at all

Exit codes:
  0 a result   1 an error answer   2 usage   3 timeout   8 the agent crashed, would not start or
  cannot be reached   9 its server wants another token`

export function declareCall(program: Command, act: Act): void {
  const call = program
    .command('call')
    .summary('make one call to an agent, and print the answer')
    .description('Makes one call of the protocol to an agent and prints the answer as JSON.')
    .argument('<method>', 'the method, such as session/new')
    .argument('[params-and-command...]', 'the params as JSON, @file or -; after --, the command of an agent')
  for (const option of options()) call.addOption(option)
  call.addHelpText('after', EPILOGUE).action((method: string, words: readonly string[], flags: CallFlags) =>
    act(async () => {
      const { call: work } = await import('./call.js')
      return shell => work([method, ...words], flags, shell)
    }),
  )
}

function options(): readonly Option[] {
  return [
    new Option('--protocol <version>', 'the version of the protocol to offer')
      .choices(['1', '2'])
      .default('1'),
    new Option('--profile <profile>', 'how the requests of the agent are answered')
      .choices(['hold', 'allow', 'deny', 'sandbox'])
      .default('deny'),
    new Option('-C, --cwd <directory>', 'the working directory of the agent and of the session'),
    new Option('-t, --timeout <duration>', 'the longest it may take: 90, 90s, 5m').default('60s'),
    new Option('--capabilities <json>', 'the capabilities to offer, instead of all'),
    new Option('--updates', 'print notifications, too: one line of JSON each, the answer last'),
    new Option('--force', 'send params that the schema has something against'),
    new Option('--no-handshake', 'say nothing before the call'),
    new Option('-v, --verbose', 'show what the agent writes to stderr'),
    ...urlOptions(),
  ]
}
