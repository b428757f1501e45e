/** `parley inspect`, as it is typed. */

import { type Command, Option } from 'commander'
import type { Act } from '../act.js'
import { rawOptions } from '../recordings/raw/declare.js'
import { urlOptions } from '../url-options.js'
import type { InspectFlags } from './flags.js'

const EPILOGUE = `
As a proxy: put it before the command of an agent, in the settings of any client.
  parley inspect -- my-agent --flag
Bytes, ends, signals and the exit code are passed on as they are. In another
terminal \`parley inspect\` shows the wire while it runs.

At a terminal it is the client itself: \`parley inspect -- my-agent\` starts the agent, shows the
timeline, sends what you fill in, and holds what the agent asks until you answer (K shows the keys).

An agent that is elsewhere is reached by its address, or stood before:
  parley inspect --url wss://agents.example/acp --token-file ~/acp-token
  parley inspect --listen 4000 --url https://agents.example/acp --record

Chaos: rules as JSON, in a file or on the line; what is done is seen in the timeline.
  parley inspect --chaos '[{"do":"delay","method":"session/update","ms":[5,50]}]' -- my-agent`

export function declareInspect(program: Command, act: Act): void {
  const inspect = program
    .command('inspect')
    .summary('see every message between a client and an agent, live or from a recording')
    .description(
      'Shows every message between a client and an agent: as a proxy before an agent, from a recording, or live.',
    )
    .argument('[file-or-command...]', 'a recording; or, after --, the command of an agent')
  for (const option of options()) inspect.addOption(option)
  inspect.addHelpText('after', EPILOGUE).action((words: readonly string[], flags: InspectFlags) =>
    act(async () => {
      const { inspect: work } = await import('./inspect.js')
      return shell => work(words, flags, shell)
    }),
  )
}

function options(): readonly Option[] {
  return [
    ...urlOptions(),
    new Option(
      '--listen <port>',
      'with --url: as a proxy for clients that come to this port of this machine',
    ),
    new Option(
      '--record [file]',
      'as a proxy: write a recording, without secrets; where no file is named in the usual folder',
    ),
    ...rawOptions(),
    new Option('--log <file>', 'as a proxy: write the rows of the timeline as lines; - is stderr'),
    new Option(
      '--filter <query>',
      'show only rows that match, such as "session/update is:broken"; as a proxy with --log',
    ),
    new Option('--plain', 'rows as lines, no screen: for logs and screen readers'),
    new Option('--no-watch', 'as a proxy: let nobody watch from another terminal'),
    new Option('--chaos <rules>', 'as a proxy: delay, drop, break messages by rules; a file or JSON'),
    new Option('--seed <number>', 'with --chaos: the same number, the same chaos; 1 unless given'),
    new Option('--profile <profile>', 'at a terminal: how requests of the agent are answered at first')
      .choices(['hold', 'allow', 'deny', 'sandbox'])
      .default('hold'),
    new Option('--protocol <version>', 'at a terminal: the version of the protocol to offer')
      .choices(['1', '2'])
      .default('1'),
    new Option('-C, --cwd <directory>', 'at a terminal: the working directory of agent and sessions'),
    new Option('--capabilities <json>', 'at a terminal: the capabilities to offer, instead of all'),
    new Option('--no-handshake', 'at a terminal: say nothing until somebody does'),
    new Option(
      '--hold <method>',
      'as a proxy: hold messages until somebody who watches lets them go, so not with --no-watch',
    ),
  ]
}
