/** The words of `parley serve`. Nothing of the work is loaded before it is called. */

import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Act } from '../act.js'
import { example } from '../declaring.js'
import { DIALECTS } from '../dialect-option.js'
import { speakPlainly } from '../usage.js'
import type { ServeFlags, TokenFlags } from './flags.js'

const MOST_PORT = 65_535

const EPILOGUE = `
Listens on 127.0.0.1:7430 unless told otherwise, and asks everybody for a token. Off this machine
it listens only with TLS, or behind proxies that the config names as trusted.

--plain-post is for clients of an old document, which post each message and read the answer from the body
of that very POST: they hear no updates unless they also GET a stream, and where they do not, what an agent
asks them is refused. With a dialect (--plain-post 003) they are understood in its words. Others gain
nothing by it, so it is off by default.
${example('serve', 'serve --stdio-agent "my-agent --flag" --port 0', 'serve token add laptop --role editor')}`

export function declareServe(program: Command, act: Act): void {
  const serve = program
    .command('serve')
    .description('serve agents to clients elsewhere, over WebSocket and HTTP')
    .addOption(
      new Option(
        '--agent <agent>',
        'the agent at /acp: a name from the config, or from parley agents',
      ).conflicts('stdioAgent'),
    )
    .option('--stdio-agent <command>', 'any program that speaks the protocol on its stdin and stdout')
    .option('--host <address>', 'the address to listen on')
    .option('--port <number>', 'the port to listen on; 0 is any that is free', toPort)
    .option('--config <file>', "another config than the user's")
    .option('--tls-cert <file>', 'a certificate, in PEM')
    .option('--tls-key <file>', 'its key, in PEM')
    .addOption(
      new Option(
        '--plain-post [dialect]',
        'also serve old clients, which know POST and no more, at /plain (see below)',
      ).choices(DIALECTS),
    )
    .addOption(new Option('--format <format>', 'how it is said').choices(['text', 'json']).default('text'))
    .addHelpText('after', EPILOGUE)
    .action((flags: ServeFlags) =>
      act(async () => {
        const { serveWork } = await import('./serve.js')
        return shell => serveWork(flags, shell)
      }),
    )
  declareToken(serve, act)
  speakPlainly(serve)
}

function declareToken(serve: Command, act: Act): void {
  const token = serve
    .command('token')
    .description('who may come: make, list, replace and take back tokens; a running gateway knows at once')
  // What both know, such as the config, was taken by the command above.
  const run = (what: 'addWork' | 'listWork' | 'rotateWork' | 'revokeWork', name: string, command: Command) =>
    act(async () => {
      const work = await import('./token.js')
      return shell => work[what]({ name, flags: command.optsWithGlobals<TokenFlags>() }, shell)
    })
  placed(token.command('add <name>'))
    .description('make a token, and print it: this is the only time that it can be seen')
    .option('--principal <name>', 'whose it is; needless where there is only one')
    .addOption(
      new Option('--role <role>', 'what it allows').choices(['viewer', 'editor', 'admin']).default('editor'),
    )
    .option('--days <number>', 'for how many days it is good; for ever unless told', toDays)
    .action((name: string, _: TokenFlags, command: Command) => run('addWork', name, command))
  placed(token.command('list'))
    .description('show all tokens, but not what they are')
    .addOption(new Option('--format <format>', 'how it is written').choices(['text', 'json']).default('text'))
    .action((_: TokenFlags, command: Command) => run('listWork', '', command))
  placed(token.command('rotate [name]'))
    .description("put a new token in the place of one, and print it; without a name the owner's")
    .action((name: string | undefined, _: TokenFlags, command: Command) =>
      run('rotateWork', name ?? '', command),
    )
  placed(token.command('revoke <name>'))
    .description('take a token back: what was open with it is closed')
    .action((name: string, _: TokenFlags, command: Command) => run('revokeWork', name, command))
}

function placed(command: Command): Command {
  return command.option('--config <file>', "another config than the user's")
}

function toPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= MOST_PORT) return port
  throw new InvalidArgumentError('Expected a port, 0 to 65535.')
}

function toDays(text: string): number {
  const days = Number(text)
  if (days > 0 && days <= 3_650) return days
  throw new InvalidArgumentError('Expected a number of days, 3650 at most.')
}
