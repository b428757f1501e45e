/** Decides what is done to a message: the first rule that speaks of it and whose turn it is. The same seed decides the same. */

import type { Heading } from '@parley/acp/inspect'
import { type Dice, makeDice } from './dice.js'
import type { ChaosRule } from './rule.js'
import type { Subject } from './subject.js'

/** What is to be done, by which rule (from 1), and the dice to do it with. */
export interface Sentence {
  readonly rule: ChaosRule
  readonly number: number
  readonly dice: Dice
}

interface Seat {
  readonly rule: ChaosRule
  readonly pattern: RegExp | undefined
  readonly number: number
  readonly dice: Readonly<Record<Heading, Dice>>
  readonly seen: Record<Heading, number>
}

export class Judge {
  readonly #seats: readonly Seat[]

  constructor(rules: readonly ChaosRule[], seed: number) {
    this.#seats = rules.map((rule, index) => ({
      rule,
      pattern: rule.method === undefined ? undefined : toPattern(rule.method),
      number: index + 1,
      dice: { agent: makeDice(seed, `${index} agent`), client: makeDice(seed, `${index} client`) },
      seen: { agent: 0, client: 0 },
    }))
  }

  judge(subject: Subject): Sentence | undefined {
    let sentence: Sentence | undefined
    // Every rule counts what it speaks of, also where an earlier one was quicker: a change in one leaves the others be.
    for (const seat of this.#seats) {
      if (!speaksOf(seat, subject)) continue
      const { rule, number } = seat
      const dice = seat.dice[subject.to]
      const turn = ++seat.seen[subject.to]
      const isTurn = rule.nth === undefined || rule.nth.includes(turn)
      const isChosen = rule.probability === undefined || dice() < rule.probability
      if (isTurn && isChosen) sentence ??= { rule, number, dice }
    }
    return sentence
  }
}

function speaksOf({ rule, pattern }: Seat, { to, method, session, kind }: Subject): boolean {
  if (rule.to !== undefined && rule.to !== to) return false
  if (rule.kind !== undefined && rule.kind !== kind) return false
  if (rule.session !== undefined && rule.session !== session) return false
  return pattern === undefined || (method !== undefined && pattern.test(method))
}

/** `*` is any number of characters; a run of them is one, so that no pattern is slow. */
function toPattern(glob: string): RegExp {
  const parts = glob.split(/\*+/).map(part => part.replace(/[.+?^${}()|[\]\\/]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
