/** Where what the agent says in a session goes: into its log, to whoever answers, or to nobody where it was said before. */

import type { AgentSink } from './agent-link.js'
import type { AgentTie } from './agent-tie.js'
import type { HubEvent } from './event.js'
import type { Inquiry } from './inquiry.js'
import type { Lender } from './lender.js'
import type { Past } from './past.js'
import type { EventLog } from './session-log.js'
import type { Work } from './work.js'

/** The session that it is said in. */
export interface Addressed {
  readonly log: EventLog
  readonly past: Past
  readonly work: Work
  readonly lender: Lender | undefined
  record(event: HubEvent): number
  note(event: HubEvent): void
}

export function toSink(session: Addressed, tie: AgentTie, inquiry: Inquiry): AgentSink {
  const { log, past, work, lender } = session
  return {
    tell: (method, params) => {
      if (tie.isReplaying || log.failure !== undefined || work.turns.isEcho(params)) return undefined
      session.record({ type: 'told', method, params: past.title.named(params) })
      work.rested()
      return log.backlog
    },
    ask: question => (lender?.answers(question.method) ? lender : inquiry).ask(question),
    ended: notice => {
      tie.untie()
      work.abandon(notice)
      session.note({ type: 'agent', change: 'died' })
    },
  }
}
