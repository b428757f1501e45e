/**
 * `npm run mutation -- [glob …]`: changes the sources that guard people, one small fault at a time, and counts the faults
 * that no test notices. Installs its engine under tools/mutation when it is first run. Takes minutes; no part of CI.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The files whose tests must notice nearly every fault. */
const GUARDED = ['sdk/src/text/*.ts', 'sdk/src/guard/*.ts', 'sdk/src/node/files/*.ts']
/** At least this part of the faults must be noticed, in percent. */
const THRESHOLD = 85
/** Doors have no conduct of their own, and what only tests need is no target. */
const LEFT_OUT = ['!**/*.test.ts', '!**/*.fixture.ts', '!**/*.gen.ts', '!**/index.ts']
/** Tests that take long, and find no fault that a quick one would not. */
const SLOW = ['**/hostile.test.ts', '**/ordinary-messages.test.ts']

const FOLDER = 'tools/mutation'
const BUILD = '.build/mutation'
const ENGINE = `${FOLDER}/node_modules/@stryker-mutator`

function install(): void {
  if (existsSync(`${ENGINE}/vitest-runner/package.json`)) return
  console.log(`installing the engine into ${FOLDER}`)
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER, stdio: 'inherit' })
  if (status !== 0) throw new Error('the engine could not be installed')
}

/** Stands in the folder of the project, because the engine takes a copy of that and works there. */
function writeSettings(globs: readonly string[]): string {
  mkdirSync(BUILD, { recursive: true })
  const folders = [...new Set(globs.map(glob => dirname(glob)))]
  const tests = `${BUILD}/vitest.config.mjs`
  const include = JSON.stringify(folders.map(folder => `${folder}/*.test.ts`))
  writeFileSync(
    tests,
    `export default { oxc: { target: 'es2022' }, test: { include: ${include}, exclude: ${JSON.stringify(SLOW)}, testTimeout: 20000 } }\n`,
  )
  const settings = `${BUILD}/stryker.json`
  const options = {
    mutate: [...globs, ...LEFT_OUT],
    testRunner: 'vitest',
    plugins: [resolve(`${ENGINE}/vitest-runner/dist/src/index.js`)],
    // It would rewrite ours with the API of an older compiler; the tests do not need it.
    tsconfigFile: 'none.json',
    vitest: { configFile: tests, related: false },
    concurrency: 2,
    tempDirName: `${BUILD}/copy`,
    ignorePatterns: [
      '.build/*',
      '!.build/mutation',
      '.build/mutation/copy',
      '.ci',
      'tools',
      'docs',
      'sdk/lib',
      '**/dist',
    ],
    reporters: ['clear-text', 'json'],
    clearTextReporter: { logTests: false, allowColor: false },
    jsonReporter: { fileName: `${BUILD}/report.json` },
    thresholds: { high: 95, low: THRESHOLD, break: THRESHOLD },
    checkers: [],
    disableTypeChecks: false,
    allowConsoleColors: false,
  }
  writeFileSync(settings, JSON.stringify(options, null, 2))
  return settings
}

const asked = process.argv.slice(2)
const globs = (asked.length > 0 ? asked : GUARDED).filter(glob => existsSync(dirname(glob)))
if (globs.length === 0) throw new Error(`there is no folder for ${asked.join(' or ')}`)
install()
const { status } = spawnSync(
  process.execPath,
  [`${ENGINE}/core/bin/stryker.js`, 'run', writeSettings(globs)],
  {
    stdio: 'inherit',
  },
)
process.exitCode = status ?? 1
