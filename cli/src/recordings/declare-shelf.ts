/** The words of `parley recordings`: what is done with recordings that there are. */

import { type Command, Option } from 'commander'
import type { Act } from '../act.js'
import { toCount } from '../declaring.js'
import { speakPlainly, unknownCommand } from '../usage.js'
import type { DecryptOptions } from './decrypt.js'
import type { ExportOptions } from './export.js'
import type { ListOptions } from './list.js'
import { toList } from './raw/declare.js'
import type { RemoveOptions } from './remove.js'
import type { ShowOptions } from './show.js'

const USUAL_LIMIT = 20

export function declareRecordings(program: Command, act: Act): void {
  const recordings = program
    .command('recordings')
    .description('what was recorded: list, show, compare, export and remove it, or serve it to an agent')
    .addHelpText(
      'after',
      `
A <recording> is a file, the beginning of a name that the list shows, or the word "last". Nothing is recorded
unless somebody asks for it; what is kept is private, at most a week old and 500 MB in all.

Examples:
  $ parley recordings
  $ parley recordings show last --filter "is:broken"
  $ parley recordings export last --html talk.html`,
    )
  declareList(recordings, act)
  declareReading(recordings, act)
  declareExport(recordings, act)
  declareDecrypt(recordings, act)
  declareRest(recordings, act)
  speakPlainly(recordings)
}

function declareList(recordings: Command, act: Act): void {
  recordings
    .command('list', { isDefault: true })
    .description('which recordings there are, the latest first')
    .addOption(new Option('--limit <count>', 'how many at most').argParser(toCount).default(USUAL_LIMIT))
    .addOption(formatOption(['text', 'json']))
    .allowExcessArguments()
    .action((options: ListOptions, command: Command) => {
      const [word] = command.args
      if (word !== undefined) throw unknownCommand(recordings, word)
      return act(async () => {
        const { listAll } = await import('./list.js')
        return shell => listAll(options, shell)
      })
    })
}

function declareReading(recordings: Command, act: Act): void {
  recordings
    .command('show <recording>')
    .description('the timeline of a recording, a line for each message')
    .option('--filter <query>', 'only rows that match, such as "session/update is:broken"')
    .option('--messages', 'also what was said, whole')
    .addOption(formatOption(['text', 'json']))
    .action((recording: string, options: ShowOptions) =>
      act(async () => {
        const { showRecording } = await import('./show.js')
        return shell => showRecording(recording, options, shell)
      }),
    )
  recordings
    .command('diff <recording> <other>')
    .description(
      'what two recordings say otherwise, whatever their ids and times; exit code 1 when they differ',
    )
    .addOption(formatOption(['text', 'json']))
    .action((recording: string, other: string, options: { format: 'text' | 'json' }) =>
      act(async () => {
        const { diffRecordings } = await import('./diff.js')
        return shell => diffRecordings([recording, other], options, shell)
      }),
    )
}

function declareExport(recordings: Command, act: Act): void {
  recordings
    .command('export <recording>')
    .description('a recording to give to others; redacted once more, and refused where a secret is left')
    .addOption(new Option('--html <file>', 'one page that opens offline').conflicts('output'))
    .addOption(
      new Option('--format <format>', 'html where --html says so, else a recording').choices([
        'html',
        'json',
        'recording',
      ]),
    )
    .option('--output <file>', 'where to, for nobody else to read; else to the output')
    .option('--keep-contents', 'keep texts of files, pictures, sound and terminal output')
    .action((recording: string, options: ExportOptions) =>
      act(async () => {
        const { exportRecording } = await import('./export.js')
        return shell => exportRecording(recording, options, shell)
      }),
    )
}

function declareDecrypt(recordings: Command, act: Act): void {
  recordings
    .command('decrypt <recording>')
    .description('make an ordinary recording, with its secrets, of what record --raw wrote')
    .requiredOption('--output <file>', 'a new file, for nobody else to read')
    .addOption(
      new Option(
        '--identity <file>',
        'a file of identities, as age-keygen writes it; else a passphrase is asked for',
      ).argParser(toList),
    )
    .action((recording: string, options: DecryptOptions) =>
      act(async () => {
        const { decryptRecording } = await import('./decrypt.js')
        return shell => decryptRecording(recording, options, shell)
      }),
    )
}

function declareRest(recordings: Command, act: Act): void {
  recordings
    .command('remove [recording...]')
    .description('delete recordings of the folder; asks first')
    .option('--all', 'all of them')
    .option('--yes', 'do not ask')
    .action((words: readonly string[], options: RemoveOptions) =>
      act(async () => {
        const { removeRecordings } = await import('./remove.js')
        return shell => removeRecordings(words, options, shell)
      }),
    )
  recordings
    .command('mcp')
    .description('serve the recordings to an agent over MCP, on stdin and stdout, to read only')
    .action(() => act(async () => (await import('./mcp/serve.js')).serveRecordings))
}

function formatOption(choices: readonly string[]): Option {
  return new Option('--format <format>', 'how it is written').choices(choices).default('text')
}
