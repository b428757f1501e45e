/** What a run did and found, in a few lines. */
import { type Failure, ORACLES, type OracleName, type Tally } from './oracles.js'

const count = (number: number): string => number.toLocaleString('en-US')

export function summarize(tally: Tally, seconds: number): string {
  const answers = [...tally.answers].sort(([, one], [, other]) => other - one)
  const peaks = [...tally.peaks].sort()
  return [
    `${count(tally.rounds)} rounds, ${count(tally.messages)} messages (${count(Math.round(tally.messages / seconds))} a second), ${count(Math.round(tally.bytes / 1e6))} MB in ${seconds.toFixed(1)} seconds`,
    `answers: ${answers.map(([code, times]) => `${code} × ${count(times)}`).join(', ')}`,
    `peak memory: ${peaks.map(([target, bytes]) => `${target} ${Math.round(bytes / 1e6)} MB`).join(', ')}`,
  ].join('\n')
}

/** One line per thing that must hold, and a last line that counts. */
export function verdict(
  tally: Tally,
  failure: Failure | undefined,
): { readonly text: string; readonly failed: number } {
  const names = Object.keys(ORACLES) as OracleName[]
  const lines = names.map(name => {
    const checks = tally.checks.get(name) ?? 0
    const hasPassed = checks > 0 && failure?.oracle !== name
    return { hasPassed, text: `${hasPassed ? 'ok  ' : 'FAIL'} ${ORACLES[name]} (${count(checks)} checks)` }
  })
  const failed = lines.filter(({ hasPassed }) => !hasPassed).length
  const text = [...lines.map(line => line.text), `${lines.length - failed} passed, ${failed} failed`].join(
    '\n',
  )
  return { text, failed }
}
