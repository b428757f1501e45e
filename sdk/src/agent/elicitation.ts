/** Forms and pages put to the user; the same words in both versions. */

import { isAdvertised, type Peer, withTrace } from '../protocol/index.js'
import type { v1 } from '../schema/index.js'
import type { Asking, Elicitation, Elicited } from './means.js'
import { randomId } from './random-id.js'

/** What the client advertised of it; nothing when it is neither forms nor pages. */
export function elicitation(asking: Asking<'v1'>): Elicitation | undefined {
  const { peer, session, cancellation, trace } = asking
  const { id: sessionId } = session
  const offers = (mode: string): boolean => isAdvertised(peer.agreement?.agreed.client, `elicitation.${mode}`)
  const create = async (question: object): Promise<Elicited> => {
    await session.settled()
    const request = withTrace({ sessionId, ...question }, trace) as v1.CreateElicitationRequest
    return toElicited(await peer.request('elicitation/create', request, { cancellation }))
  }
  if (!offers('form') && !offers('url')) return undefined
  const elicit: Elicitation = {}
  if (offers('form'))
    elicit.form = ({ message, schema }) =>
      create({ mode: 'form', message, requestedSchema: { type: 'object', properties: {}, ...schema } })
  if (offers('url'))
    elicit.url = async ({ message, url }) => {
      const elicitationId = randomId()
      const elicited = await create({ mode: 'url', message, url, elicitationId })
      return { ...elicited, completed: () => complete(peer, elicitationId) }
    }
  return elicit
}

/** Names no session: therefore the ids are unique among all of them. */
function complete(peer: Peer<'v1', 'agent'>, elicitationId: string): void {
  void peer.notify('elicitation/complete', { elicitationId })
}

/** An action nobody knows is no consent. */
function toElicited(response: v1.CreateElicitationResponse): Elicited {
  if (response.action === 'accept') return { action: 'accept', content: response.content ?? {} }
  return { action: response.action === 'decline' ? 'decline' : 'cancel' }
}
