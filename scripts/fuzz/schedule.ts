/** Which rounds there are and in what order: a short run meets both sides and both versions, a long one everything. */
import type { Contract } from '../schema/model.js'
import { agentPlay } from './agent-round.js'
import { clientPlay } from './client-round.js'
import { endingRound } from './ending-round.js'
import type { Tally } from './oracles.js'
import { Random } from './random.js'
import { playRound } from './round.js'
import type { Setting } from './setting.js'
import type { Framing } from './wire.js'

export interface Run {
  readonly contracts: readonly Contract[]
  readonly seed: number
  readonly deadline: number
  readonly tally: Tally
}

/** The first rounds are short, so that a short run meets both sides and both versions. */
const FIRST_ROUNDS = 6
const FIRST_WINDOWS = 7
const WINDOWS = 19
const LONG_WINDOWS = 160
const LONG_EVERY = 7
const ENDING_EVERY = 3

// biome-ignore format: a table
const ORDER = [
  ['agent', 'v1', 'lines'], ['client', 'v1', 'lines'], ['agent', 'v2-unstable', 'lines'], ['client', 'v2-unstable', 'lines'],
  ['agent', 'v2', 'content-length'], ['client', 'v1-unstable', 'content-length'],
  ['agent', 'v1-unstable', 'lines'], ['client', 'v2', 'lines'],
  ['agent', 'v1', 'content-length'], ['client', 'v2', 'content-length'],
  ['agent', 'v2', 'lines'], ['client', 'v1-unstable', 'lines'],
] as const satisfies readonly (readonly ['agent' | 'client', string, Framing])[]

/** The setting of a round, from the run's seed and the round's number alone. */
export function settingOf({ contracts, seed, deadline, tally }: Run, number: number): Setting {
  const [side, folder, framing] = ORDER[number % ORDER.length] ?? ORDER[0]
  const contract = contracts.find(each => each.folder === folder)
  if (contract === undefined) throw new Error(`no contract ${folder}`)
  const random = new Random((seed * 1_000_003 + number) >>> 0)
  const windows = number < FIRST_ROUNDS ? FIRST_WINDOWS : isLong(number) ? LONG_WINDOWS : WINDOWS
  return { side, contract, framing, number, seed: random.below(2 ** 32), windows, tally, deadline }
}

const isLong = (number: number): boolean => number % LONG_EVERY === LONG_EVERY - 1

/** Plays the round of this number, and now and then a connection that breaks off. */
export async function playNumber(run: Run, number: number): Promise<void> {
  const setting = settingOf(run, number)
  await playRound(setting, setting.side === 'agent' ? agentPlay : clientPlay)
  run.tally.rounds++
  if (number % ENDING_EVERY !== 0) return
  for (const side of ['agent', 'client'] as const) {
    await endingRound({ ...setting, side, seed: setting.seed + (side === 'agent' ? 1 : 2) })
    run.tally.rounds++
  }
}
