/** What an error looks like, whatever it is the answer to. */

import type { Judge } from '../../judge.js'
import { type ExaminedAgent, toJson } from '../examined-agent.js'

/** Judges every error that the agent has answered with so far; where there is none, nothing is decided. */
export function judgeErrors({ peer }: ExaminedAgent, judge: Judge): void {
  const answers = peer.arrivals.all.map(({ message }) => message).filter(message => !('method' in message))
  const errors = answers.filter(({ error }) => error !== undefined && error !== null)
  if (errors.length === 0) return judge.skip('agent.answer.error', 'the agent answered without an error')
  judge.check(
    'agent.answer.error',
    errors.map(({ error }) => toJson(error)).every(isWhole),
    'an error has no whole number as its code, or no text as its message',
  )
}

function isWhole({ code, message }: ReturnType<typeof toJson>): boolean {
  return Number.isInteger(code) && typeof message === 'string'
}
