/** What a row is: its figures, and one measurement of one contestant. Repeating and comparing is the runner's. */
import type { Contestant } from '../contestants/contestant.js'
import type { Readings } from '../measure/program.js'
import type { Sizes } from '../sizes.js'

export interface Figure {
  readonly id: string
  readonly unit: string
  readonly better: 'more' | 'less'
}

export interface Row {
  /** Also the id of the row's main figure. */
  readonly id: string
  readonly figures: readonly Figure[]
  /** Who plays it; all of them unless told. */
  readonly contestants?: readonly Contestant[]
  /** For what takes long and varies little. */
  readonly mostRuns?: number
  /** One reading for each figure, by the figure's id. */
  measure(contestant: Contestant, sizes: Sizes): Promise<Readings>
}
