/** `parley conform agent` and `parley conform client`: examines, shows the progress, writes the reports, ends with a code. */

import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createRedactor, sanitizeLine } from '@parley/acp/guard'
import {
  agentScenarios,
  type Comparison,
  clientScenarios,
  compare,
  examineAgent,
  examineClient,
  openRemoteAgent,
  openStdioWire,
  type Performance,
  type Report,
  readExpectations,
  shownAddress,
  toBadgeLine,
  toHtmlReport,
  toJsonReport,
  toJunitReport,
  toTextReport,
} from '@parley/conformance'
import { EXIT } from '../exit-code.js'
import { Failure, messageOf } from '../failure.js'
import type { Shell } from '../shell.js'
import { choose } from './choice.js'
import { findAgentFixture, findClientFixture } from './fixture-file.js'
import { type ConformFlags, type ConformWish, versionOf } from './flags.js'
import { agentElsewhere } from './remote.js'
import { environmentFor } from './surroundings.js'

export async function conformWork(wish: ConformWish, shell: Shell): Promise<number> {
  const { flags } = wish
  const expectations = flags.expected === undefined ? [] : await readExpected(flags.expected, shell)
  const report = await examine(wish, shell)
  await writeReports(report, flags, shell)
  shell.stdout.write(toTextReport(report, { isVerbose: flags.verbose ?? false }))
  const comparison = compare(report, expectations, flags.strict ?? false)
  shell.stdout.write(describe(comparison))
  if (hasNotStarted(report)) {
    shell.stderr.write('parley: it never answered: is the command or the address right?\n')
    return EXIT.agentFailed
  }
  const isFine = comparison.unexpected.length + comparison.mended.length + comparison.strange.length === 0
  return isFine ? EXIT.ok : EXIT.error
}

async function examine({ side, words, flags }: ConformWish, shell: Shell): Promise<Report> {
  const version = versionOf(flags)
  const command = createRedactor().text(words.join(' '))
  const common = {
    version,
    command,
    jobs: flags.jobs,
    onPerformance: progress(shell),
    signal: interruption(),
  }
  const env = (home: string): Record<string, string> => environmentFor(flags, { shell, home })
  if (side === 'agent') {
    const fixture = await findAgentFixture(flags.fixture ?? 'plain', shell.cwd)
    const remote = await agentElsewhere(words, flags, shell)
    return await examineAgent({
      ...common,
      ...(remote === undefined ? {} : { command: shownAddress(remote), remote }),
      fixture,
      scenarios: choose(agentScenarios, { flags, side }),
      open:
        remote === undefined
          ? ({ cwd, home, env: own, variant }) =>
              openStdioWire({ command: words, cwd, env: { ...env(home), ...own }, variant })
          : openRemoteAgent(remote, fixture),
    })
  }
  const fixture = await findClientFixture(flags.fixture, { cwd: shell.cwd, words })
  if (Object.keys(fixture.tasks).length === 0)
    throw new Failure('expected the command of a client behind --, or --fixture', { exitCode: EXIT.usage })
  return await examineClient({
    ...common,
    command: command === '' ? fixture.name : command,
    fixture,
    scenarios: choose(clientScenarios, { flags, side }),
    env,
  })
}

async function readExpected(file: string, { cwd }: Shell): Promise<ReturnType<typeof readExpectations>> {
  try {
    return readExpectations(await readFile(resolve(cwd, file), 'utf8'))
  } catch (error) {
    throw new Failure(`--expected ${file}: ${messageOf(error)}`, { exitCode: EXIT.usage })
  }
}

async function writeReports(report: Report, flags: ConformFlags, { cwd }: Shell): Promise<void> {
  const texts: readonly (readonly [string | undefined, () => string])[] = [
    [flags.json, () => toJsonReport(report)],
    [flags.junit, () => toJunitReport(report)],
    [flags.html, () => toHtmlReport(report)],
    [flags.badge, () => `${toBadgeLine(report)}\n`],
  ]
  for (const [file, toText] of texts) if (file !== undefined) await writeFile(resolve(cwd, file), toText())
}

/** On a terminal one line that changes; in a log nothing: the report says it all. */
function progress({ stderr }: Shell): (performance: Performance) => void {
  if (!stderr.isTTY) return () => {}
  let played = 0
  return ({ scenario, rulings }) => {
    const broken = rulings.filter(({ outcome }) => outcome === 'failed').length
    stderr.write(`\r\u001b[K${++played} scenarios, last ${sanitizeLine(scenario)}${broken > 0 ? ' ✗' : ''}\r`)
  }
}

/** The first interrupt lets what is being played end and reports so far. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  return controller.signal
}

function describe({ unexpected, known, mended, strange }: Comparison): string {
  const rows = [
    known.length > 0 ? `${known.length} broken as expected` : '',
    ...mended.map(({ id }) => `expected to be broken, and is kept: ${id}; take it out of the file`),
    ...strange.map(({ id }) => `expected to be broken, and is no requirement here: ${id}`),
    unexpected.length > 0 ? `not expected: ${unexpected.map(each => each.requirement.id).join(', ')}` : '',
  ].filter(row => row !== '')
  return rows.length === 0 ? '' : `${rows.join('\n')}\n`
}

/** Nobody ever said anything. */
function hasNotStarted({ performances, side }: Report): boolean {
  const ours = side === 'agent' ? 'client' : 'agent'
  const wires = performances.flatMap(each => each.wires)
  return (
    performances.length > 0 &&
    !wires.some(entries => entries.some(entry => 'message' in entry && entry.to === ours))
  )
}
