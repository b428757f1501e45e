/**
 * `npm run sec:orphans -- [--kills 50] [--others 2]`: a client with seven processes of every kind is ended again and again:
 * killed without warning, or in `others` rounds each by a signal, by itself, with its screen. Three seconds later nothing
 * of it may be alive. A last round without the guard must leave orphans, or this would prove nothing.
 */
import { parseArgs } from 'node:util'
import { type Ending, type Outcome, playRound } from './orphans/round.js'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, others: { type: 'string', default: '2' } },
})

const OTHERS = ['exit', 'SIGTERM', 'SIGHUP', 'SIGINT', 'closed screen'] as const
// Beside those that are killed when all their processes run, some are while they start.
const KILLS_PER_EARLY_ONE = 5

function endings(): readonly Ending[] {
  const kills = Number(values.kills)
  const some = (count: number, ...endings: Ending[]): readonly Ending[] =>
    Array.from({ length: count }, () => endings).flat()
  return [
    ...some(kills, 'SIGKILL'),
    ...some(Math.ceil(kills / KILLS_PER_EARLY_ONE), 'early SIGKILL'),
    ...some(Number(values.others), ...OTHERS),
  ]
}

function describe(ending: string, outcomes: readonly Outcome[]): string {
  const processes = outcomes.reduce((sum, outcome) => sum + outcome.processes, 0)
  const orphans = outcomes.flatMap(outcome => outcome.orphans)
  const slowest = Math.max(...outcomes.map(({ milliseconds }) => milliseconds))
  const left = orphans.length === 0 ? 'none left' : `LEFT: ${orphans.join(', ')}`
  return `${ending.padEnd(14)} ${outcomes.length} rounds, ${processes} processes, ${left}, the last gone after ${slowest.toFixed(0)} ms`
}

const byEnding = new Map<Ending, Outcome[]>()
for (const ending of endings()) {
  const outcome = await playRound({ ending, isGuarded: true })
  byEnding.set(ending, [...(byEnding.get(ending) ?? []), outcome])
  if (outcome.orphans.length > 0) console.log(`FAIL after ${ending}: ${outcome.orphans.join(', ')} lived on`)
}
for (const [ending, outcomes] of byEnding) console.log(describe(ending, outcomes))
const control = await playRound({ ending: 'SIGKILL', isGuarded: false })
console.log(`without the guard ${control.orphans.length} of ${control.processes} live on`)
const hasOrphans = [...byEnding.values()].flat().some(({ orphans }) => orphans.length > 0)
console.log(hasOrphans || control.orphans.length === 0 ? 'FAIL' : 'nobody outlives the client')
process.exitCode = hasOrphans || control.orphans.length === 0 ? 1 : 0
