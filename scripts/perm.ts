/**
 * `npm run sec:perm -- [--runs 10000] [--seed N]`: generated requests, policies and past answers, judged twice: by the
 * library and by a plain second judge over labels made by hand. No yes without a grant, a policy line or the one default.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string' } },
})

const PROPERTIES = 'sdk/src/guard/decide.test.ts'
const HOUR_MILLISECONDS = 3_600_000

const begun = Date.now()
const seed = values.seed ?? String(begun % 1_000_000)
console.log(`${values.runs} requests for every property, seed ${seed}`)
const { status } = spawnSync(
  'node_modules/.bin/vitest',
  [
    ...['run', PROPERTIES, '-t', 'generated requests', `--testTimeout=${HOUR_MILLISECONDS}`],
    ...['--reporter=dot', '--disable-console-intercept'],
  ],
  { stdio: 'inherit', env: { ...process.env, PARLEY_FUZZ_RUNS: values.runs, PARLEY_FUZZ_SEED: seed } },
)
const seconds = ((Date.now() - begun) / 1_000).toFixed(1)
const isWell = status === 0
console.log(
  isWell
    ? `${values.runs} requests in ${seconds} s: nothing was allowed without a word for it`
    : `FAIL; again: npm run sec:perm -- --runs ${values.runs} --seed ${seed}`,
)
process.exitCode = isWell ? 0 : 1
