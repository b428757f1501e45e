/** `parley run`, as it is typed: its words and options. What they mean is decided elsewhere. */

import { type Command, Option } from 'commander'
import type { Act } from '../act.js'
import { placeOptions, protocolOption, repeatable, settingOptions } from '../session-options.js'
import type { RunFlags } from './flags.js'

const EPILOGUE = `
What may happen without a question:
  reading inside the working directory; all else needs a line of the policy or one of these flags.
  --allow and --deny take a line:  read:<path>  edit[:<path>]  execute[:<command line>]  claimed[:<kind>]
  or a line of a policy file as JSON. Paths may hold * and **, a command may end in "...".
  They answer also for the command or the changes that an agent shows when it asks.
  "claimed" is what an agent does with its own hands and only asks about: nobody can check it.
  --approve reads   what the agent itself calls reading, searching or thinking, on its word
  --approve edits   that, and changes of files inside the working directory
  --approve all     everything it asks for, commands and protected files too: for containers
  What a policy denies stays denied.

Exit codes:
  0 done   1 error   2 usage   3 timeout   4 no such session   5 permission denied   6 refusal
  7 limit reached   8 the agent crashed or would not start   9 sign-in needed   10 input needed
  130 cancelled`

export function declareRun(program: Command, act: Act): void {
  const run = program
    .command('run')
    .summary('send one prompt to an agent, show what it does, and end with an exit code')
    .description(
      'Sends one prompt to an agent and shows what it does. Fails at the first request that needs a person.',
    )
    .argument('[prompt...]', 'what to say; without it --file, or what is piped in')
  for (const option of [
    ...conversationOptions(),
    ...permissionOptions(),
    ...limitOptions(),
    ...outputOptions(),
  ])
    run.addOption(option)
  run.addHelpText('after', EPILOGUE).action((words: readonly string[], flags: RunFlags) =>
    act(async () => {
      const { run: work } = await import('./run.js')
      return shell => work(words, flags, shell)
    }),
  )
}

function conversationOptions(): readonly Option[] {
  return [
    ...placeOptions(),
    new Option('-f, --file <file>', 'read the prompt from a file; - is stdin'),
    new Option('--blocks <file>', 'read content blocks of the protocol from a JSON file; - is stdin'),
    repeatable('--attach <file>', 'send a file along: image, audio or text (repeatable)'),
    new Option('-s, --session <name>', 'a named conversation of this directory: made, or taken up').conflicts(
      'resume',
    ),
    ...settingOptions(),
    new Option('--sign-in <method>', 'sign in by this method when the agent demands it'),
    protocolOption(),
  ]
}

function permissionOptions(): readonly Option[] {
  return [
    new Option('--policy <file>', 'the policy to judge by, instead of the usual one'),
    repeatable('--allow <line>', 'allow this, for this run (repeatable; see below)'),
    repeatable('--deny <line>', 'deny this, for this run (repeatable; see below)'),
    new Option('--approve <what>', 'say yes in advance (see below)').choices(['reads', 'edits', 'all']),
    repeatable('--answer <field=value>', 'fill in a field that the agent asks for (repeatable)'),
    new Option('--no-visit', 'say no when the agent wants somebody to visit an address, and go on'),
    new Option('--no-input', 'never ask on the terminal'),
    new Option('--no-fs', 'lend the agent no files'),
    new Option('--no-terminal', 'run no commands for the agent'),
  ]
}

function limitOptions(): readonly Option[] {
  return [
    new Option('-t, --timeout <duration>', 'the longest it may take: 90, 90s, 5m, 1h'),
    new Option(
      '--max-cost <amount>',
      'stop when the session has cost more than this, as the agent counts: 0.50, 0.50USD',
    ),
  ]
}

function outputOptions(): readonly Option[] {
  return [
    new Option('--format <format>', 'how to show it')
      .choices(['text', 'json', 'ndjson', 'markdown', 'quiet'])
      .default('text'),
    new Option('--trace <file>', 'record every message of the wire in a file, without secrets'),
    new Option('-v, --verbose', 'show what the agent writes to stderr'),
  ]
}
