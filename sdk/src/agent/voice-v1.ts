/** A turn as version 1 spells it. */

import { isAdvertised, type Peer, withTrace } from '../protocol/index.js'
import type { v1 } from '../schema/index.js'
import type { Files, Speaking, TerminalHandle, Terminals, Voice } from './voice.js'

export function voiceV1(speaking: Speaking<'v1'>): Voice {
  const { peer, session, cancellation, trace } = speaking
  const { id: sessionId } = session
  const running = new Set<TerminalHandle>()
  const tell = (update: v1.SessionUpdate): Promise<void> | undefined =>
    peer.notify(
      'session/update',
      trace === undefined ? { sessionId, update } : withTrace({ sessionId, update }, trace),
    )
  return {
    say: (content, messageId) => tell({ sessionUpdate: 'agent_message_chunk', content, messageId }),
    think: (content, messageId) => tell({ sessionUpdate: 'agent_thought_chunk', content, messageId }),
    plan: entries => tell({ sessionUpdate: 'plan', entries }),
    usage: (used, size) => tell({ sessionUpdate: 'usage_update', used, size }),
    begin: (toolCallId, start) =>
      tell({ sessionUpdate: 'tool_call', status: 'pending', ...start, toolCallId }),
    change: (toolCallId, change) => tell({ sessionUpdate: 'tool_call_update', toolCallId, ...change }),
    async ask(toolCall, options) {
      const request = withTrace({ sessionId, toolCall, options }, trace)
      const { outcome } = await peer.request('session/request_permission', request, { cancellation })
      return outcome.outcome === 'selected' ? outcome.optionId : undefined
    },
    // Whoever creates a terminal must release it, also when its author forgot or was cancelled.
    async end() {
      await Promise.allSettled([...running].map(terminal => terminal.release()))
    },
    files: filesV1(speaking),
    terminal: terminalsV1(speaking, running),
  }
}

function filesV1({ peer, session, cancellation, trace }: Speaking<'v1'>): Files | undefined {
  const { id: sessionId } = session
  if (!lends(peer, 'fs.readTextFile')) return undefined
  const files: Files = {
    async read(path, window = {}) {
      const request = withTrace({ sessionId, path, ...window }, trace)
      return (await peer.request('fs/read_text_file', request, { cancellation })).content
    },
  }
  if (!lends(peer, 'fs.writeTextFile')) return files
  return {
    ...files,
    async write(path, content) {
      const request = withTrace({ sessionId, path, content }, trace)
      await peer.request('fs/write_text_file', request, { cancellation })
    },
  }
}

function terminalsV1(speaking: Speaking<'v1'>, running: Set<TerminalHandle>): Terminals | undefined {
  if (!lends(speaking.peer, 'terminal')) return undefined
  return {
    async start(command) {
      const { startTerminal } = await import('./terminals-v1.js')
      const terminal = await startTerminal(speaking, withTrace(command, speaking.trace))
      running.add(terminal)
      return terminal
    },
  }
}

/** Whether the client lends what the capability stands for. */
function lends(peer: Peer<'v1', 'agent'>, capability: string): boolean {
  return isAdvertised(peer.agreement?.agreed.client, capability)
}
