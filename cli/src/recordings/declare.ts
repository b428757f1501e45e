/** The words of `parley record`, `replay` and `validate`. Nothing of the work is loaded before it is called. */

import { type Command, Option } from 'commander'
import type { Act } from '../act.js'
import { example, toCount } from '../declaring.js'
import { speakPlainly } from '../usage.js'
import { declareRecordings } from './declare-shelf.js'
import { rawOptions } from './raw/declare.js'
import type { RecordOptions } from './record.js'
import type { ReplayOptions } from './replay.js'
import type { ValidateOptions } from './validate.js'

const PATIENCE = 2_000

export function declareRecording(program: Command, act: Act): void {
  declareRecord(program, act)
  declareReplay(program, act)
  declareValidate(program, act)
  declareRecordings(program, act)
}

function declareRecord(program: Command, act: Act): void {
  const record = program
    .command('record')
    .summary('stand before an agent and write down every message, without secrets')
    .description('Stands between a client and an agent, changes no byte, and writes down what passes.')
    .argument('[command...]', 'after --: the command of the agent')
    .option('--output <file>', 'where to; else a new file in the folder of recordings')
    .option('--title <text>', 'what to remember about it')
    .addOption(
      new Option(
        '--drop-contents',
        'leave out texts of files, pictures, sound and terminal output; their sizes stay',
      ).conflicts('raw'),
    )
    .option('--no-watch', 'let nobody watch from another terminal')
  for (const option of rawOptions()) record.addOption(option)
  record
    .addHelpText('after', example('record -- my-agent --flag', 'record --output talk.ndjson -- my-agent'))
    .action((command: readonly string[], options: RecordOptions) =>
      act(async () => {
        const { record } = await import('./record.js')
        return shell => record(command, options, shell)
      }),
    )
  speakPlainly(record)
}

function declareReplay(program: Command, act: Act): void {
  const replay = program
    .command('replay')
    .summary('play the agent or the client of a recording, as a real peer')
    .description(
      'Plays one side of a recording. As an agent on stdin and stdout, for any client; as a client to the agent behind --.',
    )
    .argument('<recording>', 'a file, the beginning of a name, or "last"')
    .argument('[command...]', 'after --, as a client: the command of the agent')
    .addOption(
      new Option('--as <side>', 'which side is played').choices(['agent', 'client']).makeOptionMandatory(),
    )
    .option(
      '--speed <factor>',
      '2 is twice as fast, max waits for nothing; an agent speaks as recorded, a client at once',
    )
    .option('--step [file]', 'one message for each line: of the terminal, of stdin, or of a file')
    .option('--check', 'as an agent: tell on stderr what the client did otherwise; exit code 1 where it did')
    .addOption(
      new Option('--patience <milliseconds>', 'how long to wait for what does not come')
        .argParser(toCount)
        .default(PATIENCE),
    )
    .addOption(
      new Option('--format <format>', 'how differences are written')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText(
      'after',
      example('replay last --as agent --speed 2', 'replay talk.ndjson --as client -- my-agent'),
    )
    .action((recording: string, command: readonly string[], options: ReplayOptions) =>
      act(async () => {
        const { replay } = await import('./replay.js')
        return shell => replay([recording, ...command], options, shell)
      }),
    )
  speakPlainly(replay)
}

function declareValidate(program: Command, act: Act): void {
  const validate = program
    .command('validate')
    .summary('hold a recording against the schema and the rules; exit code 1 when a must is broken')
    .description('Holds every message of a recording against the schema, and all of them against the rules.')
    .argument('<recording>', 'a file, the beginning of a name, or "last"')
    .option('--strict', 'also what should be kept')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json', 'junit', 'sarif'])
        .default('text'),
    )
    .addHelpText('after', example('validate talk.ndjson', 'validate last --format sarif'))
    .action((recording: string, options: ValidateOptions) =>
      act(async () => {
        const { validateRecording } = await import('./validate.js')
        return shell => validateRecording(recording, options, shell)
      }),
    )
  speakPlainly(validate)
}
