/** One order for all questions, whoever asks: a hand that has learned where Reject stands must find it there again. */

import type { Choice } from '../state/question.js'

const ORDER = ['allow_once', 'reject_once', 'allow_always', 'reject_always']

/** Answers for once come first; what is of the same kind stays as the agent has it. */
export function inUsualOrder(choices: readonly Choice[]): readonly Choice[] {
  return [...choices].sort((one, other) => placeOf(one) - placeOf(other))
}

function placeOf({ kind }: Choice): number {
  const place = ORDER.indexOf(kind)
  return place < 0 ? ORDER.length : place
}
