/** The bench client on a raw wire of any kind. */
import type { AgentLink, ClientHandlers, Update } from '../contestant.js'
import type { RawHandlers, RawPeer } from './peer.js'

export function clientHandlers(handlers: ClientHandlers): RawHandlers {
  return {
    'session/update': ({ update }: { update: Update }) => handlers.update(update),
    'fs/read_text_file': ({ path }: { path: string }) => ({ content: handlers.read(path) }),
  }
}

export async function openLink(peer: RawPeer, close: () => Promise<void>): Promise<AgentLink> {
  await peer.request('initialize', { protocolVersion: 1, clientCapabilities: { fs: { readTextFile: true } } })
  return {
    close,
    async newSession() {
      const params = { cwd: process.cwd(), mcpServers: [] }
      const { sessionId } = await peer.request<{ sessionId: string }>('session/new', params)
      return {
        async prompt(text) {
          await peer.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
        },
      }
    },
  }
}
