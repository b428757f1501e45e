/** Measures one row: the contestants take turns, run after run, so that a busy minute hits all of them; then medians. */
import { type Contestant, contestants } from './contestants/contestant.js'
import { goals } from './goals.js'
import { median } from './measure/median.js'
import type { Readings } from './measure/program.js'
import { judge, type Result } from './result.js'
import type { Row } from './rows/row.js'
import type { Sizes } from './sizes.js'

export interface RunOptions {
  readonly runs: number
  readonly sizes: Sizes
  readonly contestants?: readonly Contestant[]
  /** Told of a contestant that could not finish a run; the row goes on without that reading. */
  readonly onFailure: (contestant: Contestant, reason: unknown) => void
}

export async function runRow(row: Row, options: RunOptions): Promise<readonly Result[]> {
  const playing = (options.contestants ?? contestants).filter(name => row.contestants?.includes(name) ?? true)
  const taken = new Map(playing.map((contestant): [Contestant, Readings[]] => [contestant, []]))
  for (let run = 0; run < Math.min(options.runs, row.mostRuns ?? options.runs); run++) {
    for (const [contestant, readings] of taken) {
      const reading = await measureOnce(row, contestant, options)
      if (reading !== undefined) readings.push(reading)
    }
  }
  return row.figures.map(figure => {
    const values: Partial<Record<Contestant, number>> = {}
    // Who finished no run has no number, and that misses every goal.
    for (const [contestant, readings] of taken) {
      values[contestant] = median(readings.map(reading => reading[figure.id] ?? Number.NaN))
    }
    return judge(figure, values, goals[figure.id] ?? {})
  })
}

async function measureOnce(
  row: Row,
  contestant: Contestant,
  options: RunOptions,
): Promise<Readings | undefined> {
  try {
    return await row.measure(contestant, options.sizes)
  } catch (reason) {
    options.onFailure(contestant, reason)
    return undefined
  }
}
