/** What must have come of a visit. */
import type { Visit } from './trial.js'

/** What the pages saw, and what the gateway said of it. */
export interface Verdict {
  readonly visitor: unknown
  /** What opened for the page of another origin. */
  readonly opened: readonly string[]
  readonly sawStranger: boolean
}

const COUNT = 60

export const expected: Verdict = {
  visitor: {
    withoutCookie: false,
    exchanged: 200,
    // Out of reach of scripts.
    cookie: '',
    plain: { text: 'chosen: allow_once', permissions: 1, stopReason: 'end_turn', hasNumbers: false },
    kit: {
      text: Array.from({ length: COUNT }, (_, index) => `${index + 1} `).join(''),
      heard: COUNT,
      stopReason: 'end_turn',
      asked: 'end_turn',
      permissions: 1,
      hasBroken: true,
    },
  },
  opened: [],
  sawStranger: true,
}

export function toVerdict({ visitor, stranger, refusals }: Visit): Verdict {
  const { opened } = stranger as { readonly opened: readonly string[] }
  return { visitor, opened, sawStranger: refusals.includes('bad_origin') }
}
