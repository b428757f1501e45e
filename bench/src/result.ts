/** One figure of one run, and how it stands against its goal. Pure: numbers in, verdict out. */
import type { Contestant } from './contestants/contestant.js'
import type { Goal } from './goals.js'
import type { Figure } from './rows/row.js'

export type Values = Readonly<Partial<Record<Contestant, number>>>

export interface Result extends Figure, Values {
  readonly timesOfficial?: number
  readonly timesRaw?: number
  /** Absent where there is no goal, or Parley was not measured. */
  readonly passed?: boolean
}

export function judge(figure: Figure, values: Values, goal: Goal): Result {
  const { parley, official, raw } = values
  if (parley === undefined) return { ...figure, ...values }
  const gain =
    figure.better === 'more' ? (other: number) => parley / other : (other: number) => other / parley
  const timesOfficial = official === undefined ? {} : { timesOfficial: gain(official) }
  const timesRaw = raw === undefined ? {} : { timesRaw: 1 / gain(raw) }
  const checks = [
    goal.timesOfficial === undefined || (timesOfficial.timesOfficial ?? 0) >= goal.timesOfficial,
    goal.timesRaw === undefined || (timesRaw.timesRaw ?? Number.POSITIVE_INFINITY) <= goal.timesRaw,
    goal.atMost === undefined || parley <= goal.atMost,
  ]
  const verdict = Object.keys(goal).length === 0 ? {} : { passed: checks.every(Boolean) }
  return { ...figure, ...values, ...timesOfficial, ...timesRaw, ...verdict }
}
