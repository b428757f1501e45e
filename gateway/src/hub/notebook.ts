/** Puts down what happens in a session, and what it makes of its past; and says who cannot have it put down any more. */

import type { Id } from '@parley/acp/jsonrpc'
import { rpcError } from '@parley/acp/protocol'
import type { Answer, HubEvent } from './event.js'
import type { Past } from './past.js'
import { toAnswer } from './refusal.js'
import { answer as toAnswerText } from './render.js'
import type { EventLog } from './session-log.js'
import type { Viewer } from './viewer.js'

export class Notebook {
  /** Nothing more is put down here: another object, if any, is the session now. */
  isClosed = false
  readonly #log: EventLog
  readonly #past: Past
  readonly #onKept: () => void

  constructor(log: EventLog, past: Past, onKept: () => void) {
    this.#log = log
    this.#past = past
    this.#onKept = onKept
  }

  /** Throws when there is no session any more, or nothing of it can be kept. */
  record(event: HubEvent): number {
    if (this.isClosed) throw rpcError('session_not_found', 'There is no such session')
    const seq = this.#log.append(event)
    this.#past.take(seq, event)
    this.#log.name(this.#past.title.own)
    this.#onKept()
    return seq
  }

  /** The same for what happened all the same: whoever is concerned knows why it is in no log. */
  note(event: HubEvent): void {
    try {
      this.record(event)
    } catch {
      // A log that has failed has said so, and a session that is gone has nobody to tell.
    }
  }

  reply(viewer: Viewer, request: Id, answer: Answer): void {
    if (!viewer.isAttached || this.isClosed) return viewer.participant.tell(toAnswerText(request, answer))
    try {
      this.record({ type: 'reply', seat: viewer.seat, request, answer })
    } catch (error) {
      viewer.participant.tell(toAnswerText(request, toAnswer(error)))
    }
  }
}
