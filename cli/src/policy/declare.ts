/** The words of `parley policy`. Nothing of the work is loaded before it is called. */

import { type Command, Option } from 'commander'
import type { Act } from '../act.js'
import { example } from '../declaring.js'
import { speakPlainly } from '../usage.js'

type Format = 'text' | 'json'

interface Placed {
  readonly cwd?: string
  readonly policy?: string
  readonly agent?: string
  readonly format: Format
}

export function declarePolicy(program: Command, act: Act): void {
  const policy = program
    .command('policy')
    .description('what agents may do: the policy files, and what was allowed for longer than once')
    .addHelpText('after', example('policy show', 'policy explain execute npm test', 'policy revoke --all'))
  declareShow(policy, act)
  declareExplain(policy, act)
  declareChanges(policy, act)
  speakPlainly(policy)
}

function declareShow(policy: Command, act: Act): void {
  placed(policy.command('show'))
    .description('which files hold here, what is wrong with them, and what is remembered')
    .addHelpText('after', example('policy show --format json'))
    .action((options: Placed) =>
      act(async () => {
        const { showPolicy } = await import('./show.js')
        return shell => showPolicy(options, shell)
      }),
    )
  policy
    .command('path')
    .description("where the user's policy stands")
    .option('--project', "where the project's policy stands")
    .option('--cwd <directory>', 'the project; the current directory unless said otherwise')
    .addHelpText('after', example('policy path'))
    .action((options: { project?: boolean; cwd?: string }) =>
      act(async () => {
        const { showPath } = await import('./path.js')
        return shell => showPath(options, shell)
      }),
    )
}

function declareExplain(policy: Command, act: Act): void {
  placed(policy.command('explain <action...>'))
    .description('what would be decided of an action, and by which line; changes nothing')
    .option('--agent <name>', 'for this agent, name or name@version')
    // The words of a command are explained, and obeyed by nobody.
    .allowUnknownOption()
    .addHelpText(
      'after',
      `
Actions: read, write, delete, move, execute, fetch, mode, claim, or their names in policy files (fs.read …).
What begins with a dash and is an option of this command, too, goes behind "--".
${example(
  'policy explain execute npm test --agent scout',
  'policy explain write src/a.ts',
  'policy explain execute -- git log --cwd x',
)}`,
    )
    .action((words: string[], options: Placed) =>
      act(async () => {
        const { explainPolicy } = await import('./explain.js')
        return shell => explainPolicy(words, options, shell)
      }),
    )
}

function declareChanges(policy: Command, act: Act): void {
  policy
    .command('revoke [ids...]')
    .description('take back what was allowed for longer than once')
    .option('--all', 'everything')
    .option('--agent <name>', 'everything that was allowed to this agent')
    .addHelpText('after', example('policy revoke 3f2a', 'policy revoke --agent scout'))
    .action((ids: string[], options: { all?: boolean; agent?: string }, command: Command) => {
      const isNothing = ids.length === 0 && options.all !== true && options.agent === undefined
      if (isNothing) command.error("error: expected the id of an answer, '--all' or '--agent <name>'")
      return act(async () => {
        const { revokeGrants } = await import('./revoke.js')
        return shell => revokeGrants(ids, options, shell)
      })
    })
}

function placed(command: Command): Command {
  return command
    .option('--cwd <directory>', 'where the agent works; the current directory unless said otherwise')
    .option('--policy <file>', "another file than the user's usual one")
    .addOption(new Option('--format <format>', 'how it is written').choices(['text', 'json']).default('text'))
}
