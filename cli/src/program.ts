/** Every command, as declared: words and options only. The work behind them is loaded when one is called. */

import { Command, CommanderError } from 'commander'
import type { Act } from './act.js'
import { declareAgents } from './agents/declare.js'
import { declareAttach } from './attach/declare.js'
import { declareAudit } from './audit/declare.js'
import { declareBridge } from './bridge/declare.js'
import { declareChat } from './chat/declare.js'
import { closestWord } from './closest-word.js'
import { declareCompletions } from './completions/declare.js'
import { declareConform } from './conform/declare.js'
import { declareConnect } from './connect/declare.js'
import { EXIT } from './exit-code.js'
import { Failure } from './failure.js'
import { declareCall } from './inspect/console/declare-call.js'
import { declareInspect } from './inspect/declare.js'
import { COMMANDS, overview } from './overview.js'
import { declarePolicy } from './policy/declare.js'
import { declareRecording } from './recordings/declare.js'
import { declareRun } from './run/declare.js'
import { declareServe } from './serve/declare.js'
import { declareSessions } from './sessions/declare.js'
import { declareSetup } from './setup/declare.js'
import type { Shell } from './shell.js'
import { demandValues } from './usage.js'
import { readVersion } from './version.js'
import { declareWeb } from './web/declare.js'

/** The command line, ready to be read; `end` gets the exit code of the command that was called. */
export function createProgram(shell: Shell, end: (exitCode: number) => void): Command {
  const program = new Command('parley')
  const act: Act = async load => {
    const work = await load()
    end(await work(withoutColour(shell, program.opts<{ color?: boolean }>().color)))
  }
  program
    .exitOverride()
    .configureOutput({ writeErr: () => {}, writeOut: text => void shell.stdout.write(text) })
    .configureHelp({ showGlobalOptions: true })
    .helpCommand(false)
    .option('--no-color', 'no colours')
    .version(readVersion())
  program.helpInformation = overview
  declareChat(program, act)
  declareWeb(program, act)
  declareAttach(program, act)
  declareRun(program, act)
  declareAgent(program, act)
  declareAgents(program, act)
  declareSessions(program, act)
  declarePolicy(program, act)
  declareAudit(program, act)
  declareConform(program, act)
  declareInspect(program, act)
  declareCall(program, act)
  declareRecording(program, act)
  declareServe(program, act)
  declareConnect(program, act)
  declareBridge(program, act)
  declareSetup(program, act)
  declareCompletions(program, act)
  demandValues(program)
  return program
}

function declareAgent(program: Command, act: Act): void {
  program
    .command('agent')
    .summary('be the built-in agent, scout, on stdin and stdout')
    .description('Serves scout, the built-in agent, on stdin and stdout, for any client of the protocol.')
    .action(() => act(async () => (await import('./scout.js')).serve))
}

/** A flag counts like the variable that says the same. */
function withoutColour(shell: Shell, color: boolean | undefined): Shell {
  return color === false ? { ...shell, env: { ...shell.env, NO_COLOR: '1' } } : shell
}

const HELP = new Set(['commander.helpDisplayed', 'commander.help', 'commander.version'])

/** What was wrong with the words; nothing where help was asked for and given. */
export function toUsageFailure(error: unknown, words: readonly string[]): Failure | undefined | 'unrelated' {
  if (!(error instanceof CommanderError)) return 'unrelated'
  if (HELP.has(error.code)) return undefined
  const [what = '', ...hints] = error.message.replace(/^error: /, '').split('\n')
  const choice = toChoiceFault(what)
  const hint = hints.map(line => line.replace(/^\((.*)\)$/, '$1')).join(' ')
  const command = words.find(word => COMMANDS.some(({ name }) => name === word))
  const page = error.code === 'commander.unknownCommand' || command === undefined ? '' : ` ${command}`
  const advice = [choice?.hint ?? hint, ...toPromptHint(error.code, hint, words)].filter(each => each !== '')
  return new Failure(choice?.what ?? what, {
    exitCode: EXIT.usage,
    cure: [...advice, ...(advice.length > 0 ? ['Nothing was run.'] : []), `See: parley${page} --help`].join(
      ' ',
    ),
    reason: 'usage',
    cause: error,
  })
}

/** Who types a sentence means it for an agent. */
function toPromptHint(code: string, hint: string, words: readonly string[]): readonly string[] {
  // Where the first word is nearly a command, two words are a slip and more are a sentence.
  const fewest = hint === '' ? 2 : 3
  if (code !== 'commander.unknownCommand' || words.length < fewest) return []
  return [`To say it to an agent: parley run ${JSON.stringify(words.join(' '))}`]
}

/** A value that is none of those that an option takes, in the words of this command. */
function toChoiceFault(what: string): { readonly what: string; readonly hint: string } | undefined {
  const pattern = /^option '(?:-\w, )?(--[\w-]+).*' argument '(.*)' is invalid\. Allowed choices are (.+)\.$/s
  const [, flag = '', found = '', choices = ''] = pattern.exec(what) ?? []
  if (flag === '') return undefined
  const meant = closestWord(found, choices.split(', '))
  return {
    what: `${flag}: expected one of ${choices}; found ${JSON.stringify(found)}`,
    hint: meant === undefined ? '' : `Did you mean ${flag} ${meant}?`,
  }
}
