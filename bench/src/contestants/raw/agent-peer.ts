/** The bench agent on a raw wire of any kind. */
import { perform } from '../../scenario/agent-part.js'
import type { AgentTurn } from '../contestant.js'
import type { RawHandlers, RawPeer } from './peer.js'

interface PromptParams {
  readonly sessionId: string
  readonly prompt: readonly [{ readonly text: string }]
}

const sessions = new Map<string, { readonly cwd: string }>()

/** What it answers; `peer` is asked for when there is something to say. */
export function agentHandlers(peer: () => RawPeer): RawHandlers {
  return {
    initialize: () => ({ protocolVersion: 1, agentCapabilities: {} }),
    'session/new': ({ cwd }: { cwd: string }) => {
      const sessionId = `session-${sessions.size}`
      sessions.set(sessionId, { cwd })
      return { sessionId }
    },
    'session/prompt': async ({ sessionId, prompt: [{ text }] }: PromptParams) => {
      await perform(createTurn(peer(), sessionId, text))
      return { stopReason: 'end_turn' }
    },
  }
}

function createTurn(peer: RawPeer, sessionId: string, text: string): AgentTurn {
  return {
    text,
    say: words =>
      peer.notify('session/update', {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } },
      }),
    read: async path => {
      const { content } = await peer.request<{ content: string }>('fs/read_text_file', { sessionId, path })
      return content
    },
  }
}
