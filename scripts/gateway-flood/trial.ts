/**
 * One flood, and how long somebody calm waits: while there is none, while it is sent to another gateway of the same kind on
 * this machine, and while it is sent to the same one. The second is what a busy machine costs; what the third costs beyond
 * that is the gateway's doing. All three are looked at again with other gateways, and what was seen is taken together: what
 * else the machine does comes to all of them, and nothing is left of the flood before.
 */
import { attack } from './attack.js'
import { Observation, type Observed } from './observation.js'
import { Company, Newcomer, type Visit } from './pulse.js'
import { type Serving, serve } from './served.js'

/** A flood, by its name, and how it is to be made. */
export interface Order extends Serving {
  readonly name: string
  /** Whether what must come of the flood has not come yet: then it goes on for a while. */
  readonly isOwed: (told: string, megabytes: number) => boolean
  /** How long each of the three takes, in all. */
  readonly seconds: number
  /** In how many parts, each with gateways of its own. */
  readonly rounds: number
  /** Which part of the flood is made. */
  readonly share: number
  /** Whether there is one other client only, and not a team at work. */
  readonly isAlone: boolean
}

export interface Outcome {
  /** What the culprit was told, in each round. */
  readonly told: readonly string[]
  /** In the round where they were most. */
  readonly megabytes: number
  /** Without a flood. */
  readonly quiet: Observed
  /** While the other gateway is flooded. */
  readonly beside: Observed
  readonly flooded: Observed
  readonly newcomers: Newcomers
}

/** Milliseconds that each of those took who came during the flood. */
export interface Newcomers {
  /** Who came while it broke out may have all of it before them. */
  readonly early: readonly number[]
  /** Who came when it had broken out. */
  readonly after: readonly number[]
  /** All of them, and of those who came while it broke out what they waited behind that. */
  readonly judged: readonly number[]
}

const PATIENCE_SECONDS = 30
const SETTLING_SECONDS = 0.5
// A process that floods needs a quarter of this to start.
const OUTBREAK_SECONDS = 1.5
const AFTERMATH_SECONDS = 3

export async function perform(order: Order): Promise<Outcome> {
  const seen = { quiet: new Observation(), beside: new Observation(), flooded: new Observation() }
  const rounds: Round[] = []
  for (let round = 0; round < order.rounds; round++) rounds.push(await play(order, seen))
  return {
    told: rounds.map(({ told }) => told),
    megabytes: Math.max(...rounds.map(({ megabytes }) => megabytes)),
    newcomers: {
      early: rounds.flatMap(({ newcomers }) => newcomers.early),
      after: rounds.flatMap(({ newcomers }) => newcomers.after),
      judged: rounds.flatMap(({ newcomers }) => newcomers.judged),
    },
    ...{ quiet: seen.quiet.observed, beside: seen.beside.observed, flooded: seen.flooded.observed },
  }
}

interface Round {
  readonly told: string
  readonly megabytes: number
  readonly newcomers: Newcomers
}

async function play(
  order: Order,
  seen: Readonly<Record<'quiet' | 'beside' | 'flooded', Observation>>,
): Promise<Round> {
  const [served, other] = [await serve(order), await serve(order)]
  const pulse = await Company.open(served.url, served.tokens.calm, order.isAlone)
  // The other one has done the same things before it is flooded.
  const others = await Company.open(other.url, other.tokens.calm, order.isAlone)
  for (const each of [others, pulse]) await each.measure(SETTLING_SECONDS)
  others.close()
  const seconds = order.seconds / order.rounds
  const watched = { served, pulse }
  await seen.quiet.goOn(watched, seconds)
  await attack(other, order, () => seen.beside.goOn(watched, seconds))
  await pulse.measure(SETTLING_SECONDS)
  served.forgetPeak()
  const newcomer = new Newcomer(served.url, served.tokens.calm)
  const coming = newcomer.keepComing()
  const begun = performance.now()
  const told = await attack(served, order, words =>
    seen.flooded.goOn(
      watched,
      seconds,
      passed => passed < seconds + PATIENCE_SECONDS && order.isOwed(words(), served.peak()),
    ),
  )
  newcomer.stop()
  await pulse.measure(AFTERMATH_SECONDS)
  const newcomers = asTheyCame(await coming, begun)
  const megabytes = served.peak()
  pulse.close()
  await Promise.all([served.end(), other.end()])
  return { told, megabytes, newcomers }
}

function asTheyCame(visits: readonly Visit[], begun: number): Newcomers {
  const outbreak = begun + OUTBREAK_SECONDS * 1_000
  const waits = (some: readonly Visit[]): readonly number[] => some.map(({ wait }) => wait)
  return {
    early: waits(visits.filter(({ at }) => at < outbreak)),
    after: waits(visits.filter(({ at }) => at >= outbreak)),
    judged: visits.map(({ at, wait }) => (at < outbreak ? Math.max(0, at + wait - outbreak) : wait)),
  }
}
