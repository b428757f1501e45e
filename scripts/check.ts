/** `npm run check [gate]`: runs every static gate, also after a failure, and counts. */
import { spawnSync } from 'node:child_process'
import { GATES, type Gate } from './check/gates.js'

const only = process.argv[2]

const pass = ({ name, run }: Gate): boolean => {
  const [command = '', ...rest] = run
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(command, rest, { encoding: 'utf8', maxBuffer: 1 << 26 })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'}  ${name.padEnd(8)} ${seconds} s`)
  if (status !== 0) console.log(`${stdout}${stderr}`.trim().replace(/^/gm, '      '))
  return status === 0
}

const gates = GATES.filter(({ name }) => only === undefined || name === only)
const passed = gates.filter(pass).length
console.log(`${passed} passed, ${gates.length - passed} failed`)
process.exitCode = passed === gates.length && gates.length > 0 ? 0 : 1
