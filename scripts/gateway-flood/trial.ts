/**
 * One flood, and how long somebody calm waits: while there is none, while it is sent to another gateway of the same kind on
 * this machine, and while it is sent to the same one. The second is what a busy machine costs; what the third costs beyond
 * that is the gateway's doing. The three take turns: what the machine does beside all this comes to all of them alike.
 */
import { Attack } from './attack.js'
import { Observation, type Observed } from './observation.js'
import { Company } from './pulse.js'
import { type Serving, serve } from './served.js'

/** A flood, by its name, and how it is to be made. */
export interface Order extends Serving {
  readonly name: string
  /** Whether what must come of the flood has not come yet: then it goes on for a while. */
  readonly isOwed: (sofar: Pick<Outcome, 'told' | 'megabytes'>) => boolean
  /** How long each of the three takes, in all. */
  readonly seconds: number
  /** How often they take turns. */
  readonly rounds: number
  /** Which part of the flood is made. */
  readonly share: number
  /** Whether there is one other client only, and not a team at work. */
  readonly isAlone: boolean
}

export interface Outcome {
  readonly told: string
  readonly megabytes: number
  /** Without a flood. */
  readonly quiet: Observed
  /** While the other gateway is flooded. */
  readonly beside: Observed
  readonly flooded: Observed
}

const PATIENCE_SECONDS = 30
const SETTLING_SECONDS = 0.5

export async function perform(order: Order): Promise<Outcome> {
  const [served, other] = [await serve(order), await serve(order)]
  const pulse = await Company.open(served.url, served.tokens.calm, order.isAlone)
  // The other one has done the same things before it is flooded.
  const others = await Company.open(other.url, other.tokens.calm, order.isAlone)
  for (const each of [others, pulse]) await each.measure(SETTLING_SECONDS)
  others.close()
  const observe = (): Observation => new Observation(served, pulse)
  const [quiet, beside, flooded] = [observe(), observe(), observe()]
  const besides = new Attack(order.name, other, order.share)
  const attack = new Attack(order.name, served, order.share)
  const isOwed = (): boolean => order.isOwed({ told: attack.words, megabytes: served.peak() })
  const seconds = order.seconds / order.rounds
  served.forgetPeak()
  for (let round = 0; round < order.rounds; round++) {
    await quiet.goOn(seconds)
    await besides.during(() => beside.goOn(seconds))
    await pulse.measure(SETTLING_SECONDS)
    await attack.during(() =>
      flooded.goOn(seconds, passed => passed < seconds + PATIENCE_SECONDS && isOwed()),
    )
    await pulse.measure(SETTLING_SECONDS)
  }
  const megabytes = served.peak()
  pulse.close()
  await Promise.all([served.end(), other.end()])
  return {
    ...{ told: attack.words, megabytes },
    ...{ quiet: quiet.observed, beside: beside.observed, flooded: flooded.observed },
  }
}
