/** The words of `parley web`. Nothing of the work is loaded before it is called. */

import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Act } from '../act.js'
import { example } from '../declaring.js'
import { repeatable } from '../session-options.js'
import { speakPlainly } from '../usage.js'
import type { WebFlags } from './flags.js'

const MOST_PORT = 65_535

const EPILOGUE = `
Only this machine can reach it, and only by the link that is printed: it works once, within 30
seconds, and then for that browser for 12 hours. Enter prints another. Ctrl+C ends it.
${example('web', 'web --agent opencode --agent scout', 'web --cwd ../other --no-open')}`

export function declareWeb(program: Command, act: Act): void {
  const web = program
    .command('web')
    .description('work with agents in a browser, in this folder')
    .addOption(
      repeatable(
        '-a, --agent <agent>',
        'an agent, by its id or command line; the first is the usual one (repeatable; without it scout, and all that are installed)',
      ),
    )
    .option('-C, --cwd <directory>', 'the folder to work in; here unless said otherwise')
    .option('--port <number>', 'the port to listen on; 0 is any that is free', toPort)
    .option('--no-open', 'open no browser')
    .addOption(new Option('--format <format>', 'how it is said').choices(['text', 'json']).default('text'))
    .addHelpText('after', EPILOGUE)
    .action((flags: WebFlags) =>
      act(async () => {
        const { webWork } = await import('./web.js')
        return shell => webWork(flags, shell)
      }),
    )
  speakPlainly(web)
}

function toPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= MOST_PORT) return port
  throw new InvalidArgumentError('Expected a port, 0 to 65535.')
}
