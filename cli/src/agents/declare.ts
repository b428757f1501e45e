/** The words of `parley agents`. Only words stand here: the work is loaded when one of them is used. */

import { type Command, Option } from 'commander'
import type { Act } from '../act.js'
import { dialectOption } from '../dialect-option.js'
import { speakPlainly, unknownCommand } from '../usage.js'

const FORMATS = ['text', 'json']

export function declareAgents(program: Command, act: Act): void {
  const agents = program
    .command('agents')
    .description('list, add, install, probe and mend the agents that can be run')
  declareLooking(agents, act)
  declareAdding(agents, act)
  declareTheRest(agents, act)
  speakPlainly(agents)
}

function declareLooking(agents: Command, act: Act): void {
  agents
    .command('list', { isDefault: true })
    .description('the agents that can be started: built in, added, installed, found on the PATH')
    .option('--with <capabilities>', 'only those that advertised all of these when probed: image,loadSession')
    .option('--all', 'also those that are known or in the registry, and not installed')
    .addOption(formatOption())
    // It is also where words end up that are no command: they are answered with the one that was meant.
    .allowExcessArguments()
    .action((options, list: Command) => {
      const [word] = list.args
      if (word !== undefined) throw unknownCommand(agents, word)
      return act(async () => (await import('./list-work.js')).listWork(options))
    })
  agents
    .command('probe')
    .description('start an agent and show what it advertises')
    .argument('<agent...>', 'its id, or a command line')
    .option('--timeout <duration>', 'how long it may take: 30, 90s, 2m', '30s')
    .option('--no-session', 'do not open a session, so that no modes, options and commands are shown')
    .addOption(dialectOption())
    .addOption(formatOption())
    .action((agent, options) =>
      act(async () => (await import('./probe-work.js')).probeWork({ agent, ...options })),
    )
  agents
    .command('doctor')
    .description('say what is wrong here, and how to cure it')
    .argument('[agent]', 'look at this one only')
    .option('--timeout <duration>', 'how long each agent may take to answer: 15, 90s, 2m', '15s')
    .addOption(formatOption())
    .action((agent, options) =>
      act(async () => (await import('./doctor-work.js')).doctorWork({ agent, ...options })),
    )
}

function declareAdding(agents: Command, act: Act): void {
  agents
    .command('add')
    .description('remember a command as an agent: parley agents add my-agent -- node agent.js --acp')
    .argument('<id>', 'the word for it')
    .argument('<command...>', 'the program and its arguments, behind --')
    .option('--name <name>', 'the name for people')
    .option(
      '--env <variable>',
      'NAME passes it on where it is set, NAME=VALUE sets it; may be repeated',
      gather,
      [],
    )
    .addOption(dialectOption())
    .option('--force', 'also where there is one of that id')
    .option('--timeout <duration>', 'how long it may take to answer: 30, 90s, 2m', '30s')
    .option('--no-probe', 'do not look whether it answers')
    .action((id, command, options) =>
      act(async () => (await import('./add-work.js')).addWork({ id, command, ...options })),
    )
  agents
    .command('install')
    .description('install an agent from npm into a folder of its own, with its version and sum pinned')
    .argument('<agent>', 'its id, or id@version')
    .argument('[args...]', 'arguments to start it with, behind --')
    .option('--package <name>', 'the npm package, for agents that nobody here knows')
    .option('--program <name>', 'which program of the package, where it has several')
    .option('--any-age', 'also versions that were published in the last three days')
    .option('--force', 'fetch it again, also where it is there')
    .option('--no-probe', 'do not look whether it answers')
    .action((agent, args, options) =>
      act(async () => (await import('./install-work.js')).installWork({ agent, args, ...options })),
    )
}

function declareTheRest(agents: Command, act: Act): void {
  agents
    .command('remove')
    .description('forget an agent that was added, and delete one that was installed')
    .argument('<agent>', 'its id')
    .action(agent => act(async () => (await import('./remove-work.js')).removeWork(agent)))
  agents
    .command('registry')
    .description('show, choose and refresh the registry of agents that can be installed')
    .argument('[source]', 'a file or an https address in the format of the official registry')
    .option('--refresh', 'read it again')
    .option('--off', 'forget it')
    .addOption(formatOption())
    .action((source, options) =>
      act(async () => (await import('./registry-work.js')).registryWork({ source, ...options })),
    )
}

const formatOption = (): Option =>
  new Option('--format <format>', 'for people or for programs').choices(FORMATS).default('text')

const gather = (value: string, before: readonly string[]): readonly string[] => [...before, value]
