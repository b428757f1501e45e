/** What a turn can ask of its client in version 2: no files and no terminals of the client. */

import { type Peer, withTrace } from '../protocol/index.js'
import type { v2 } from '../schema/index.js'
import { toNewContent } from '../thread/shown-change.js'
import { defined } from './defined.js'
import { elicitation } from './elicitation.js'
import type { Asking, Means } from './means.js'

export function meansV2(asking: Asking<'v2'>): Means {
  const { peer, session, cancellation, trace } = asking
  const { id: sessionId } = session
  let questions = 0
  const tellState = (state: 'requires_action' | 'running'): void =>
    void session.tell({ sessionUpdate: 'state_update', state }, false)
  // Of several questions at once the last to be answered lets the work go on; a cancelled turn has its own last word.
  const settle = (): void => {
    if (--questions === 0 && !cancellation.isCancelled) tellState('running')
  }
  return {
    async ask({ content, ...subject }, { options, reason }) {
      const toolCall = defined({ ...subject, content: content?.map(toNewContent) })
      const request: v2.RequestPermissionRequest = {
        sessionId,
        title: subject.title,
        ...defined({ description: reason }),
        subject: { type: 'tool_call', toolCall },
        options,
      }
      if (questions++ === 0) tellState('requires_action')
      const { outcome } = await peer
        .request('session/request_permission', withTrace(request, trace), { cancellation })
        .finally(settle)
      return outcome.outcome === 'selected' ? outcome.optionId : undefined
    },
    call: (extension, params) => peer.call(extension, params, { cancellation }),
    files: undefined,
    terminal: undefined,
    // Both versions write forms and pages alike, so the compiler is told of one.
    elicit: elicitation({ ...asking, peer: peer as unknown as Peer<'v1', 'agent'> }),
  }
}
