/** Answers that were put down and will never last: whoever waits for one is told so, beside the log. */

import type { Id } from '@parley/acp/jsonrpc'
import type { HubEvent } from './event.js'
import { toAnswer } from './refusal.js'
import { answer } from './render.js'
import type { EventLog } from './session-log.js'
import type { Viewer } from './viewer.js'

/** The log has failed with this error. */
export function tellUnkept(error: unknown, log: EventLog, viewers: readonly Viewer[]): void {
  // What was told is no answer, and its event would have to be read.
  for (const logged of log.unkept.filter(({ told }) => told === undefined))
    for (const viewer of viewers) {
      const request = requestOf(logged.event, viewer)
      if (request !== undefined) viewer.participant.tell(answer(request, toAnswer(error)))
    }
}

function requestOf(event: HubEvent, viewer: Viewer): Id | undefined {
  if (event.type === 'reply') return event.seat === viewer.seat ? event.request : undefined
  return event.type === 'response' ? viewer.requestOf(event.prompt) : undefined
}
