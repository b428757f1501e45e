/**
 * `npm run broken [part of a name]`: proves that every gate, law and named test can fail, by breaking what it guards.
 * `--share N` tries every gate and law and one in N of the tests, which ones differ from commit to commit.
 */

import { parseArgs } from 'node:util'
import { Copy } from './broken/copy.js'
import { toErrands } from './broken/errands.js'
import { GATE_ROWS } from './broken/gates.js'
import { readLastRun } from './broken/last-run.js'
import type { Row } from './broken/row.js'
import { shareOf } from './broken/share.js'
import { tryRow } from './broken/trial.js'
import { TWINS } from './broken/twins.js'
import { GATES } from './check/gates.js'
import { LAW_NAMES } from './map/survey.js'

const WORKERS = 3

const { values, positionals } = parseArgs({
  options: { share: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const wanted = positionals[0] ?? ''
const all = [...GATE_ROWS, ...TWINS]
const tried = [...GATE_ROWS, ...shareOf(TWINS, { parts: Number(values.share), folder: process.cwd() })]
const rows = tried.filter(({ name }) => name.includes(wanted))
let passed = 0
let failed = 0

const report = (name: string, flaw: string | undefined, seconds: string): void => {
  console.log(`${flaw ? 'FAIL' : 'ok  '}  ${name.padEnd(40)} ${seconds}`)
  if (flaw) console.log(flaw.replace(/^/gm, '      '))
  if (flaw) failed += 1
  else passed += 1
}

const work = async (errands: Row[][]): Promise<void> => {
  const copy = new Copy(process.cwd())
  try {
    for (let errand = errands.shift(); errand; errand = errands.shift())
      for (const row of errand) {
        const started = performance.now()
        const flaw = await tryRow(copy, row, lastRun)
        report(row.name, flaw, `${((performance.now() - started) / 1000).toFixed(1)} s`)
      }
  } finally {
    copy[Symbol.dispose]()
  }
}

// A gate that nobody has seen fail is the fault this script exists to find.
const promised = [...GATES.map(({ name }) => `gate: ${name}`), ...LAW_NAMES.map(name => `law: ${name}`)]
for (const name of promised.filter(promise => promise.includes(wanted)))
  if (!all.some(row => row.name.startsWith(name))) report(name, 'has no row that breaks it', '')
for (const { name } of rows)
  if (all.filter(row => row.name === name).length > 1) report(name, 'is the name of two rows', '')

const errands = toErrands(rows)
const lastRun = readLastRun(process.cwd())
await Promise.all(Array.from({ length: Math.min(WORKERS, errands.length) }, () => work(errands)))
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
