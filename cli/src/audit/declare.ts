/** The words of `parley audit`. Nothing of the work is loaded before it is called. */

import { type Command, Option } from 'commander'
import type { Act } from '../act.js'
import { example, toCount } from '../declaring.js'
import { speakPlainly } from '../usage.js'

type Format = 'text' | 'json'

const USUAL_LIMIT = 50

export function declareAudit(program: Command, act: Act): void {
  const audit = program
    .command('audit')
    .description('what agents were allowed and denied, on whose word, and what came of it')
    .addHelpText('after', example('audit show --since 1d', 'audit verify'))
  audit
    .command('show')
    .description('the latest decisions, the newest last')
    .option('--since <time>', 'from then on: 30m, 2h, 7d, 2026-03-04')
    .option('--action <name>', 'only this action or family: terminal.exec, fs.*')
    .option('--agent <name>', 'only this agent, name or name@version')
    .addOption(
      new Option('--limit <count>', 'how many of the latest at most').argParser(toCount).default(USUAL_LIMIT),
    )
    .option('--follow', 'go on with what is added, until it is interrupted')
    .addOption(formatOption())
    .addHelpText(
      'after',
      example('audit show --action "fs.*" --since 2h', 'audit show --follow --format json'),
    )
    .action((options: { limit: number; format: Format }) =>
      act(async () => {
        const { showAudit } = await import('./show.js')
        return shell => showAudit(options, shell)
      }),
    )
  audit
    .command('verify')
    .description('whether every line is as it was written; exit code 1 when not')
    .addOption(formatOption())
    .addHelpText('after', example('audit verify --format json'))
    .action((options: { format: Format }) =>
      act(async () => {
        const { verify } = await import('./verify.js')
        return shell => verify(options, shell)
      }),
    )
  audit
    .command('path')
    .description('where the log stands')
    .addHelpText('after', example('audit path'))
    .action(() => act(async () => (await import('./verify.js')).showPath))
  speakPlainly(audit)
}

function formatOption(): Option {
  return new Option('--format <format>', 'how it is written').choices(['text', 'json']).default('text')
}
