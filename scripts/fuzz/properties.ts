/** The property tests again, with many more examples than `npm test` has time for. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isTest, listFiles } from '../map/files.js'

const DEFAULT_RUNS = '5000'
const HOUR_MILLISECONDS = 3_600_000

/** The exit code of the run. */
export function runProperties(runs: string | undefined): number {
  const properties = listFiles(process.cwd()).filter(
    path => isTest(path) && /from 'fast-check'/.test(readFileSync(path, 'utf8')),
  )
  if (properties.length === 0) {
    console.log('no property tests yet: a test that imports fast-check is one')
    return 0
  }
  const { status } = spawnSync(
    'node_modules/.bin/vitest',
    ['run', `--testTimeout=${HOUR_MILLISECONDS}`, ...properties],
    { stdio: 'inherit', env: { ...process.env, PARLEY_FUZZ_RUNS: runs ?? DEFAULT_RUNS } },
  )
  return status ?? 1
}
