/** The words of `parley conform`. Nothing of the work is loaded before it is called. */

import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Act } from '../act.js'
import { protocolOption, repeatable } from '../session-options.js'
import { urlOptions } from '../url-options.js'
import { speakPlainly } from '../usage.js'
import type { ConformFlags, ListFlags } from './flags.js'

const ENDING = `
A broken MUST fails, a broken SHOULD warns (--strict makes it fail), what cannot be driven is skipped with its reason.
Exit codes:
  0 nothing broken that was not expected   1 broken, or an expected failure that is mended   2 usage
  8 it never answered   130 interrupted, with a report of what was played`

const AGENT_HELP = `
The command is started for every scenario, in an empty directory; files that it names are looked for here. What the agent
runs in a terminal runs on this machine. A fixture says with which words it is made to act:
"plain" asks in plain words, "scout" and "reference" are for our own, "rehearsal" for agents with a scripted model; or a file:
  {"prompts": {"say": "Say hello.", "write": "Write {text} into {path}", …}}   see docs/conformance.md

  parley conform agent -- node my-agent.js
  parley conform agent --fixture my-fixture.json --html report.html -- my-agent --acp
  parley conform agent --url wss://agents.example/acp --token-file ~/acp-token
${ENDING}`

const CLIENT_HELP = `
The command starts your client with our agent. In it {agent} is the command line of that agent, {agent:json} the same as a
JSON array of words, {cwd} the directory to work in, {prompt} what to say. Other tasks come from a fixture file:
  {"tasks": {"prompt": ["my-client", "--agent", "{agent}", "{prompt}"], "cancel": […], …}}   see docs/conformance.md

  parley conform client -- my-client --agent {agent} exec {prompt}
  parley conform client --fixture my-client.json
${ENDING}`

export function declareConform(program: Command, act: Act): void {
  const conform = program.command('conform').description('prove that an agent or a client keeps the protocol')
  const agent = conform
    .command('agent')
    .description('plays a client, in many scenarios, to the agent that the command starts')
    .argument('[command...]', 'how the agent is started, behind --')
  for (const option of urlOptions()) agent.addOption(option)
  const client = conform
    .command('client')
    .description('plays an agent, in many scenarios, to the client that the command starts')
    .argument('[command...]', 'how the client is started on a prompt, behind --')
  for (const [side, command] of [
    ['agent', agent],
    ['client', client],
  ] as const) {
    for (const option of options()) command.addOption(option)
    command.addHelpText('after', side === 'agent' ? AGENT_HELP : CLIENT_HELP)
    command.action((words: readonly string[], flags: ConformFlags) =>
      act(async () => {
        const { conformWork } = await import('./conform.js')
        return shell => conformWork({ side, words, flags }, shell)
      }),
    )
  }
  conform
    .command('list')
    .description('the requirements: id, level, sentence, source')
    .addOption(protocolOption())
    .addOption(new Option('--side <side>', 'only of this side').choices(['agent', 'client']))
    .addOption(formatOption())
    .action((flags: ListFlags) =>
      act(async () => {
        const { listRequirements } = await import('./list.js')
        return shell => listRequirements(flags, shell)
      }),
    )
  speakPlainly(conform)
}

function options(): readonly Option[] {
  return [
    protocolOption(),
    new Option('--fixture <name or file>', 'how it is driven'),
    repeatable(
      '--only <pattern>',
      'only requirements or scenarios with such a name, * stands for anything (repeatable)',
    ),
    new Option('--expected <file>', 'failures that are known: {"expected": [{"id", "reason"}]}'),
    new Option('--strict', 'a broken SHOULD fails, too'),
    new Option('--isolated', 'with an empty home directory, thrown away afterwards'),
    repeatable(
      '--env <name[=value]>',
      'a variable besides the usual ones; without a value, ours (repeatable)',
    ),
    new Option('--jobs <count>', 'how many scenarios are played at the same time').argParser(toCount),
    new Option('--json <file>', 'write the report as JSON'),
    new Option('--junit <file>', 'write the report as JUnit XML'),
    new Option('--html <file>', 'write the report as one page, with transcripts'),
    new Option('--badge <file>', 'write the one line that sums it up'),
    new Option('-v, --verbose', 'name every requirement, also what is kept'),
  ]
}

function formatOption(): Option {
  return new Option('--format <format>', 'how it is written').choices(['text', 'json']).default('text')
}

const MOST_JOBS = 64

function toCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > MOST_JOBS)
    throw new InvalidArgumentError(`expected a whole number from 1 to ${MOST_JOBS}.`)
  return count
}
