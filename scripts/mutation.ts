/**
 * `npm run mutation -- [file or folder/*.ts …]`: changes the sources that guard people, one small fault at a time, and
 * counts the faults that no test notices. Installs its engine under tools/mutation first. Takes long; no part of CI.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The files whose tests must notice nearly every fault. */
const GUARDED = ['sdk/src/text/*.ts', 'sdk/src/guard/*.ts', 'sdk/src/node/files/*.ts']
/** At least this part of the faults must be noticed, in percent. */
const THRESHOLD = 85
/** Doors have no conduct of their own, and what only tests need is no target. */
const NO_TARGET = /\.(?:test|fixture|gen)\.ts$|^index\.ts$/
/** Tests that take long, and find no fault that a quick one would not. */
const SLOW = ['**/hostile.test.ts', '**/ordinary-messages.test.ts']

const FOLDER = 'tools/mutation'
const BUILD = '.build/mutation'
const ENGINE = `${FOLDER}/node_modules/@stryker-mutator`

/** Files that are judged by the same tests. */
interface Group {
  readonly tests: string
  readonly files: readonly string[]
}

function install(): void {
  if (existsSync(`${ENGINE}/vitest-runner/package.json`)) return
  console.log(`installing the engine into ${FOLDER}`)
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER, stdio: 'inherit' })
  if (status !== 0) throw new Error('the engine could not be installed')
}

/** A shell may have made files of `*.ts` already, so what is no target is left out of those as well. */
function filesOf(asked: string): readonly string[] {
  const folder = dirname(asked)
  const names = asked.endsWith('/*.ts') && existsSync(folder) ? readdirSync(folder) : [basename(asked)]
  const targets = names.filter(name => name.endsWith('.ts') && !NO_TARGET.test(name))
  return targets.map(name => `${folder}/${name}`).filter(file => existsSync(file))
}

/** A file with a test of its own is judged by that one alone, which is quicker; all others by their folder's. */
function toGroups(files: readonly string[]): readonly Group[] {
  const groups = new Map<string, string[]>()
  for (const file of files) {
    const own = file.replace(/\.ts$/, '.test.ts')
    const tests = existsSync(own) ? own : `${dirname(file)}/*.test.ts`
    groups.set(tests, [...(groups.get(tests) ?? []), file])
  }
  return [...groups].map(([tests, files]) => ({ tests, files }))
}

const reportOf = ({ tests }: Group): string =>
  `${BUILD}/${basename(dirname(tests))}-${basename(tests, '.test.ts').replace('*', 'rest')}.json`

/** Stand in the folder of the project, because the engine takes a copy of that and works there. */
function writeSettings(group: Group): string {
  const { tests, files } = group
  mkdirSync(BUILD, { recursive: true })
  const config = `${BUILD}/vitest.config.mjs`
  const test = { include: [tests], exclude: SLOW, testTimeout: 20_000 }
  const reporter = pathToFileURL(resolve('scripts/dist/mutation/unloaded-tests.js'))
  writeFileSync(
    config,
    `import { unloadedTests } from '${reporter}'
export default { oxc: { target: 'es2022' }, test: { ...${JSON.stringify(test)}, reporters: [unloadedTests] } }
`,
  )
  const settings = `${BUILD}/stryker.json`
  const options = {
    mutate: files,
    testRunner: 'vitest',
    plugins: [resolve(`${ENGINE}/vitest-runner/dist/src/index.js`)],
    vitest: { configFile: config, related: false },
    // It would rewrite ours with the API of an older compiler; the tests do not need it.
    tsconfigFile: 'none.json',
    concurrency: 2,
    tempDirName: `${BUILD}/copy`,
    ignorePatterns: ['.build/*', '!.build/mutation', '.ci', 'tools', 'docs', '**/dist'],
    reporters: ['clear-text', 'json'],
    clearTextReporter: { logTests: false, allowColor: false },
    jsonReporter: { fileName: reportOf(group) },
    thresholds: { high: 95, low: THRESHOLD },
    disableTypeChecks: false,
    allowConsoleColors: false,
    warnings: { slow: false },
  }
  writeFileSync(settings, JSON.stringify(options, null, 2))
  return settings
}

/** What the engine writes down of each file. */
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>
}

/** How many of the faults of a file were noticed, in percent; nothing where it has none. */
function scoreOf(mutants: Report['files'][string]['mutants']): number | undefined {
  const count = (...wanted: readonly string[]): number =>
    mutants.filter(({ status }) => wanted.includes(status)).length
  const noticed = count('Killed', 'Timeout')
  const all = noticed + count('Survived', 'NoCoverage')
  return all === 0 ? undefined : (100 * noticed) / all
}

/** The files of a group with their scores. */
function run(group: Group): readonly (readonly [string, number])[] {
  console.log(`\n${group.files.join(' ')}\n  by ${group.tests}`)
  const report = reportOf(group)
  rmSync(report, { force: true })
  const engine = [`${ENGINE}/core/bin/stryker.js`, 'run', writeSettings(group)]
  spawnSync(process.execPath, engine, { stdio: 'inherit' })
  // Where it could not be measured, nothing is proved.
  if (!existsSync(report)) return group.files.map(file => [file, 0])
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return Object.entries(files).flatMap(([file, { mutants }]) => {
    const score = scoreOf(mutants)
    return score === undefined ? [] : [[file, score] as const]
  })
}

const asked = process.argv.slice(2)
const groups = toGroups((asked.length > 0 ? asked : GUARDED).flatMap(filesOf))
if (groups.length === 0) throw new Error(`no such file: ${asked.join(' ')}`)
install()
const scores = groups.flatMap(run)
console.log()
for (const [file, score] of scores)
  console.log(`${score < THRESHOLD ? 'FAIL' : 'ok  '}  ${score.toFixed(1).padStart(5)} %  ${file}`)
const poor = scores.filter(([, score]) => score < THRESHOLD).length
console.log(`${scores.length - poor} files at ${THRESHOLD} % or above, ${poor} below`)
process.exitCode = poor === 0 && scores.length > 0 ? 0 : 1
