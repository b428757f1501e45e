/** A turn as version 2 spells it: everything an upsert, ids everywhere, no files and no terminals of the client. */

import { withTrace } from '../protocol/index.js'
import type { v1, v2 } from '../schema/index.js'
import type { Speaking, Voice } from './voice.js'

/** The one plan that a turn shows. */
const PLAN_ID = 'plan'

export function voiceV2({ peer, session, cancellation, trace }: Speaking<'v2'>): Voice {
  const { id: sessionId } = session
  const tell = (update: v2.SessionUpdate): Promise<void> | undefined =>
    peer.notify(
      'session/update',
      trace === undefined ? { sessionId, update } : withTrace({ sessionId, update }, trace),
    )
  return {
    say: (content, messageId) =>
      tell({ sessionUpdate: 'agent_message_chunk', content: toBlock(content), messageId }),
    think: (content, messageId) =>
      tell({ sessionUpdate: 'agent_thought_chunk', content: toBlock(content), messageId }),
    plan: entries =>
      tell({ sessionUpdate: 'plan_update', plan: { type: 'items', planId: PLAN_ID, entries } }),
    usage: (used, size) => tell({ sessionUpdate: 'usage_update', used, size }),
    begin: (toolCallId, start) =>
      tell({ sessionUpdate: 'tool_call_update', status: 'pending', ...start, toolCallId }),
    change: (toolCallId, { content, ...change }) =>
      tell({
        sessionUpdate: 'tool_call_update',
        toolCallId,
        ...change,
        ...(content === undefined ? {} : { content: content.map(toContent) }),
      }),
    async ask({ content, ...toolCall }, options) {
      const subject = {
        type: 'tool_call' as const,
        toolCall: { ...toolCall, content: content?.map(toContent) },
      }
      const request = withTrace({ sessionId, title: toolCall.title, subject, options }, trace)
      void tell({ sessionUpdate: 'state_update', state: 'requires_action' })
      const { outcome } = await peer.request('session/request_permission', request, { cancellation })
      void tell({ sessionUpdate: 'state_update', state: 'running' })
      return outcome.outcome === 'selected' ? outcome.optionId : undefined
    },
    files: undefined,
    terminal: undefined,
  }
}

function toBlock(block: v1.ContentBlock): v2.ContentBlock {
  return block as v2.ContentBlock
}

function toContent(content: v1.ToolCallContent): v2.ToolCallContent {
  if (content.type === 'content') return { ...content, content: toBlock(content.content) }
  if (content.type === 'diff') return toDiff(content)
  return content
}

/** Version 2 names the change and may carry a patch; whole texts have no place in it. */
function toDiff({ path, oldText }: v1.Diff): v2.ToolCallContent {
  const operation = oldText === null || oldText === undefined ? 'add' : 'modify'
  return { type: 'diff', changes: [{ operation, path }] }
}
