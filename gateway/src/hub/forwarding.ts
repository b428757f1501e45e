/** Requests within a session that the gateway has no part in: to the agent as they are, the answer to whoever asked. */

import type { Id } from '@parley/acp/jsonrpc'
import type { AgentCall, AgentLink, Connect } from './agent-link.js'
import type { Answer, HubEvent } from './event.js'
import { withoutOwnMeta } from './fields.js'
import type { Asked } from './prompt.js'
import { refusal, toAnswer } from './refusal.js'
import { settingChanged } from './setting-change.js'
import type { Viewer } from './viewer.js'
import { UPDATE_METHOD } from './words.js'

/** A request of a client that belongs to a session. */
export interface Request extends Omit<Asked, 'hold'>, Pick<AgentCall, 'cancellation' | 'deadline'> {
  readonly method: string
}

/** What forwarding needs of the session. */
export interface Forwarding {
  readonly sessionId: string
  agent(connect: Connect): Promise<AgentLink>
  note(event: HubEvent): void
  reply(viewer: Viewer, request: Id, answer: Answer): void
}

/** Resolves with the answer when it has been put down for whoever asked. */
export async function forward(session: Forwarding, request: Request): Promise<Answer> {
  try {
    return await bring(session, request, await session.agent(request.connect))
  } catch (error) {
    const answer = toAnswer(error)
    session.reply(request.viewer, request.request, answer)
    return answer
  }
}

function bring(session: Forwarding, asked: Request, link: AgentLink): Promise<Answer> {
  const { sessionId } = session
  const { viewer, request, method, params, cancellation, deadline } = asked
  return new Promise(resolve => {
    const asker = { request, ask: viewer.participant.ask }
    const call = { sessionId, method, params: withoutOwnMeta(params), cancellation, deadline, asker }
    link.ask(call, outcome => {
      const answer = outcome === 'lost' ? refusal('internal_error', 'The agent ended') : outcome
      const update = 'result' in answer ? settingChanged(method, params, answer.result) : undefined
      if (update !== undefined)
        session.note({
          type: 'echo',
          seat: viewer.seat,
          method: UPDATE_METHOD,
          params: { sessionId, update },
        })
      session.reply(viewer, request, answer)
      resolve(answer)
    })
  })
}
