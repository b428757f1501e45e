/** The words of `parley sessions`. Nothing of the work is loaded before it is called. */

import { type Command, Option } from 'commander'
import type { Act } from '../act.js'
import { example, toCount } from '../declaring.js'
import { speakPlainly, unknownCommand } from '../usage.js'

type Format = 'text' | 'json'

interface Listing {
  readonly agent?: string
  readonly cwd?: string
  readonly all?: boolean
  readonly limit?: number
  readonly format: Format
  readonly from?: string
  readonly sync?: boolean
}

const USUAL_LIMIT = 20
const MOST_SYNCED = 10_000

export function declareSessions(program: Command, act: Act): void {
  const sessions = program
    .command('sessions')
    .description('conversations with any agent, recorded here or kept by parley web and serve')
    .addHelpText(
      'after',
      `
An <id> is the beginning of an id that a list shows, the agent's own id, a name that was given with --session,
or the word "last".

Examples:
  $ parley sessions                          those of this directory
  $ parley sessions show last
  $ parley sessions search "race condition"
  $ parley sessions export last --output talk.md`,
    )
  declareList(sessions, act)
  declareReading(sessions, act)
  declareExchange(sessions, act)
  declareChanges(sessions, act)
  speakPlainly(sessions)
}

function declareList(sessions: Command, act: Act): void {
  sessions
    .command('list', { isDefault: true })
    .description('which conversations there are, the latest first')
    .option('--agent <agent>', 'only those with this agent')
    .option('--cwd <directory>', 'those of this directory instead of the current one')
    .option('--all', 'those of every directory')
    .addOption(new Option('--limit <count>', 'how many at most (20)').argParser(toCount))
    .addOption(formatOption(['text', 'json']))
    .option('--from <agent>', 'ask this agent for those that it has kept itself')
    .option('--sync', 'with --from: take those in that are not recorded here')
    .addHelpText(
      'after',
      example('sessions --all --agent scout --format json', 'sessions --from scout --sync'),
    )
    // Whoever mistypes a command ends up here, because this is the one that needs no word.
    .allowExcessArguments()
    .action((options: Listing, command: Command) => {
      const [word] = command.args
      if (word !== undefined) throw unknownCommand(sessions, word)
      if (options.sync === true && options.from === undefined)
        command.error("error: option '--sync' needs '--from <agent>'", { exitCode: 2 })
      return act(() => toListing(options))
    })
}

async function toListing(options: Listing): Promise<Awaited<ReturnType<Parameters<Act>[0]>>> {
  const { from, sync } = options
  if (from !== undefined) {
    const { listFromAgent } = await import('./from-agent.js')
    const limit = options.limit ?? (sync === true ? MOST_SYNCED : USUAL_LIMIT)
    return shell => listFromAgent({ ...options, from, limit }, shell)
  }
  const { listSessions } = await import('./list.js')
  return shell => listSessions({ ...options, limit: options.limit ?? USUAL_LIMIT }, shell)
}

function declareReading(sessions: Command, act: Act): void {
  sessions
    .command('show <id>')
    .description('a conversation as it was shown')
    .addOption(formatOption(['text', 'markdown', 'json']))
    .option('--no-thoughts', 'leave out what the agent said to itself')
    .addHelpText('after', example('sessions show last --format markdown'))
    .action((id: string, options: { format: 'text' | 'markdown' | 'json'; thoughts: boolean }) =>
      act(async () => {
        const { showSession } = await import('./show.js')
        return shell => showSession(id, options, shell)
      }),
    )
  sessions
    .command('search <text>')
    .description('look through everything that was said; exit code 1 when nothing is found')
    .option('--regex', 'the text is a regular expression')
    .option('--case-sensitive', 'tell upper from lower case')
    .option('--agent <agent>', 'only conversations with this agent')
    .option('--cwd <directory>', 'only those of this directory')
    .addOption(
      new Option('--limit <count>', 'how many conversations at most').argParser(toCount).default(USUAL_LIMIT),
    )
    .addOption(formatOption(['text', 'json']))
    .addHelpText('after', example('sessions search --regex "TODO|FIXME" --agent scout'))
    .action((text: string, options: { limit: number; format: Format }) =>
      act(async () => {
        const { searchSessions } = await import('./search.js')
        return shell => searchSessions(text, options, shell)
      }),
    )
}

function declareExchange(sessions: Command, act: Act): void {
  sessions
    .command('export <id>')
    .description('a conversation to take elsewhere, with secrets taken out')
    .addOption(
      new Option(
        '--format <format>',
        'markdown unless the file ends in .json; session can be imported',
      ).choices(['markdown', 'json', 'session']),
    )
    .option('--output <file>', 'where to, for nobody else to read; else to the output')
    .option('--raw', 'leave secrets in it')
    .addHelpText('after', example('sessions export last --format session --output talk.json'))
    .action((id: string, options: { format?: 'markdown' | 'json' | 'session' }) =>
      act(async () => {
        const { exportConversation } = await import('./export.js')
        return shell => exportConversation(id, options, shell)
      }),
    )
  sessions
    .command('import <file>')
    .description('take in a conversation that was exported as a session')
    .option('--agent <agent>', 'whose it is, where the file does not say')
    .option('--cwd <directory>', 'where it goes on; where it was held unless said otherwise')
    .addOption(formatOption(['text', 'json']))
    .addHelpText('after', example('sessions import talk.json'))
    .action((file: string, options: { format: Format }) =>
      act(async () => {
        const { importConversation } = await import('./import.js')
        return shell => importConversation(file, options, shell)
      }),
    )
}

function declareChanges(sessions: Command, act: Act): void {
  sessions
    .command('fork <id>')
    .description('a second conversation that begins where this one is, where the agent can do that')
    .addOption(formatOption(['text', 'json']))
    .addHelpText('after', example('sessions fork last'))
    .action((id: string, options: { format: Format }) =>
      act(async () => {
        const { forkConversation } = await import('./fork.js')
        return shell => forkConversation(id, options, shell)
      }),
    )
  sessions
    .command('rm <id...>')
    .description('forget conversations; asks first')
    .option('--at-agent', 'delete them at their agent, too')
    .option('--yes', 'do not ask')
    .addHelpText('after', example('sessions rm 1f0c93ab --yes'))
    .action((ids: string[], options: { atAgent?: boolean; yes?: boolean }) =>
      act(async () => {
        const { removeConversations } = await import('./remove.js')
        return shell => removeConversations(ids, options, shell)
      }),
    )
}

function formatOption(choices: readonly string[]): Option {
  return new Option('--format <format>', 'how it is written').choices(choices).default('text')
}
