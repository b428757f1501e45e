/** `parley conform agent` and `parley conform client`: examines, shows the progress, writes the reports, ends with a code. */

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sanitizeLine } from '@parley/acp/guard'
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
  toTextReport,
} from '@parley/conformance'
import { EXIT } from '../exit-code.js'
import { Failure, messageOf } from '../failure.js'
import type { Shell } from '../shell.js'
import { choose } from './choice.js'
import { toAbsoluteWords } from './command-words.js'
import { toExit } from './ending.js'
import { findAgentFixture, findClientFixture } from './fixture-file.js'
import { type ConformWish, versionOf } from './flags.js'
import { watchForInterrupts } from './interruption.js'
import { agentElsewhere } from './remote.js'
import { demandWritable, writeReports } from './report-files.js'
import { secretsOf } from './secrets.js'
import { environmentFor } from './surroundings.js'

export async function conformWork(wish: ConformWish, shell: Shell): Promise<number> {
  const { flags } = wish
  const expectations = flags.expected === undefined ? [] : await readExpected(flags.expected, shell)
  await demandWritable(flags, shell)
  const interruption = watchForInterrupts()
  try {
    const report = await examine(wish, shell, interruption.signal)
    const comparison = compare(report, expectations, flags.strict ?? false)
    shell.stdout.write(toTextReport(report, { isVerbose: flags.verbose ?? false, comparison }))
    shell.stdout.write(describe(comparison))
    const unwritten = await writeReports({ report, comparison }, flags, shell)
    for (const failure of unwritten) shell.stderr.write(`parley: ${sanitizeLine(failure)}\n`)
    if (report.obstacle !== undefined) shell.stderr.write(`parley: ${sanitizeLine(report.obstacle)}\n`)
    return toExit(report, comparison, unwritten.length === 0)
  } finally {
    interruption.release()
  }
}

async function examine(wish: ConformWish, shell: Shell, signal: AbortSignal): Promise<Report> {
  const { side, flags } = wish
  const words = toAbsoluteWords(wish.words, shell.cwd)
  const common = {
    version: versionOf(flags),
    command: words.join(' '),
    jobs: flags.jobs,
    onPerformance: progress(shell),
    signal,
  }
  const env = (home: string): Record<string, string> => environmentFor(flags, { shell, home })
  if (side === 'agent') {
    const fixture = await findAgentFixture(flags.fixture ?? 'plain', shell.cwd)
    const remote = await agentElsewhere(words, flags, shell)
    return await examineAgent({
      ...common,
      ...(remote === undefined ? {} : { command: shownAddress(remote), remote }),
      fixture,
      secrets: [
        ...secretsOf(wish, { ...fixture.env, ...fixture.signedOutEnv }, shell),
        ...Object.values(remote?.headers ?? {}),
      ],
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
    command: words.length === 0 ? fixture.name : common.command,
    fixture,
    secrets: secretsOf(wish, fixture.env ?? {}, shell),
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

/** On a terminal one line that changes; in a log nothing: the report says it all. */
function progress({ stderr }: Shell): (performance: Performance) => void {
  if (!stderr.isTTY) return () => {}
  let played = 0
  return ({ scenario, rulings }) => {
    const broken = rulings.filter(({ outcome }) => outcome === 'failed').length
    stderr.write(`\r\u001b[K${++played} scenarios, last ${sanitizeLine(scenario)}${broken > 0 ? ' ✗' : ''}\r`)
  }
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
