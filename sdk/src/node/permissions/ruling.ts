/** What became of a question in the end, whoever answered it. */

import type { Decision, Scope } from '../../guard/index.js'

/** Whether it may happen, on whose word, and for how long that was meant. */
export interface Ruling {
  readonly effect: 'allow' | 'deny' | 'cancelled'
  /** `user`, or what the judgement named. */
  readonly by: string
  /** For people, in one sentence. */
  readonly reason: string
  readonly scope?: Scope | undefined
  /** The id of the option to answer an agent's own question with. */
  readonly optionId?: string | undefined
}

export const BY_USER = 'user'

export function cancelled(reason: string, by = 'default:cancelled'): Ruling {
  return { effect: 'cancelled', by, reason }
}

export function denied(reason: string, by = 'builtin:too-large'): Ruling {
  return { effect: 'deny', by, reason }
}

/** The ruling where nobody needs to be asked; nothing where somebody does. */
export function toRuling({ effect, by, reason }: Decision): Ruling | undefined {
  return effect === 'ask' ? undefined : { effect, by, reason }
}
