/**
 * One real agent examined by the kit, in a home of its own for every scenario. What it breaks is written down in
 * `docs/interop`: a failure or a warning that is not, and one that is and is mended, are flaws.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  agentScenarios,
  type Comparison,
  compare,
  type Expectation,
  examineAgent,
  openStdioWire,
  type Report,
  readExpectations,
  toBadgeLine,
  toHtmlReport,
  toJsonReport,
  troublesOf,
  type Version,
} from '@parley/conformance'
import type { ConformPeer } from './conform-peer.js'
import { homely, withRig } from './rig.js'

const EXPECTED = 'docs/interop'
const JOBS = 3
/** Real agents take their time, and several of them share the machine. */
const PACE = { patience: 1_000, deadline: 30_000, turn: 60_000 }

export interface Examination {
  readonly peer: ConformPeer
  readonly version: Version
  /** Where the reports are written, for those who read them. */
  readonly reports?: string | undefined
  /** Only scenarios that have this in their names; what they do not decide is not held against what is expected. */
  readonly only?: string | undefined
}

export const titleOf = ({ peer: { recipe }, version }: Examination): string =>
  version === 1 ? recipe.name : `${recipe.name}-v${version}`

/** What is amiss; nothing when it broke what was written down and no more. */
export const tryConform = async (examination: Examination): Promise<readonly string[]> => {
  const title = titleOf(examination)
  const [report, left] = await withRig(({ model, mark }) => examine(examination, model.address, mark))
  return settle(report, left, { title, reports: examination.reports })
}

/** Stores the report where it is wanted, and holds it against what was written down. */
export const settle = async (
  report: Report,
  left: readonly string[],
  { title, reports }: { readonly title: string; readonly reports?: string | undefined },
): Promise<readonly string[]> => {
  if (reports !== undefined) await store(report, reports, title)
  console.log(`      ${toBadgeLine(report)}`)
  const comparison = compare(report, await expectationsOf(title), true)
  return [...troublesOf(report), ...flawsOf(comparison), ...left.map(pid => `left process ${pid} behind`)]
}

const examine = (
  { peer: { recipe, fixture }, version, only = '' }: Examination,
  model: string,
  mark: string,
): Promise<Report> =>
  examineAgent({
    version,
    fixture,
    scenarios: agentScenarios.filter(({ name }) => name.includes(only)),
    command: recipe.name,
    jobs: JOBS,
    pace: PACE,
    onPerformance: ({ scenario, milliseconds }) => progress(`${scenario} ${Math.round(milliseconds)} ms`),
    async open({ cwd, home, env: own, variant }) {
      const setting = { home, model }
      await recipe.prepare?.(setting)
      await mkdir(join(home, 'tmp'), { recursive: true })
      const env = { ...recipe.env(setting), ...homely(home), PARLEY_PEER_MARK: mark, ...own }
      return openStdioWire({ command: [recipe.command, ...recipe.args], cwd, env, variant })
    },
  })

/** For those who wait; a log does not want it. */
const progress = (line: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K      ${line}\r`)
}

const expectationsOf = async (title: string): Promise<readonly Expectation[]> =>
  readExpectations(await readFile(join(EXPECTED, `${title}.json`), 'utf8').catch(() => '{"expected": []}'))

const store = async (report: Report, folder: string, title: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${title}.json`), toJsonReport(report))
  await writeFile(join(folder, `${title}.html`), toHtmlReport(report))
}

const flawsOf = ({ unexpected, mended, strange }: Comparison): readonly string[] => [
  ...unexpected.map(
    ({ requirement, outcome, details, scenarios }) =>
      `${outcome} ${requirement.id}: ${details.join('; ')} (${scenarios.join(', ')})`,
  ),
  ...mended.map(({ id }) => `expected to be broken, and is kept: ${id}`),
  ...strange.map(({ id }) => `expected to be broken, and is no requirement: ${id}`),
]
