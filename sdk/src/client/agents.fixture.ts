/** Agents worked by hand that can do everything, in both versions, and what they answer with. */
import type { Version } from '../protocol/index.js'
import { type Connected, connected } from '../protocol/parties.fixture.js'
import type { ConnectOptions } from './connect.js'
import type { Host } from './host.js'

type Fields = Record<string, unknown>

const able: Readonly<Record<Version, Fields>> = {
  1: {
    agentCapabilities: {
      loadSession: true,
      auth: { logout: {} },
      sessionCapabilities: {
        list: {},
        delete: {},
        resume: {},
        close: {},
        fork: {},
        archive: {},
        status: {},
        title: {},
      },
    },
    authMethods: [{ id: 'token', name: 'A token' }],
  },
  2: {
    capabilities: {
      session: { delete: {}, fork: {}, archive: {}, status: {}, title: {} },
    },
    authMethods: [{ type: 'agent', methodId: 'token', name: 'A token' }],
  },
}

export const versions = [1, 2] as const

/** A client that has shaken hands with an agent that can do everything. */
export function ableAgent(version: Version, host: Host = {}, options: ConnectOptions = {}) {
  return connected(host, { version, unstable: true, ...options }, able[version])
}

export const chunk = (words: string) => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: 'm',
  content: { type: 'text', text: words },
})

export const wordsOf = (update: unknown): string | undefined =>
  (update as { content?: { text?: string } }).content?.text

/** Answers the next request of a method and returns what it asked. */
export async function answer({ far }: Connected, method: string, result: unknown): Promise<Fields> {
  const { id, params } = await far.nextOf(method)
  far.answer(id, result)
  return params as Fields
}

/** The next request of a method is refused. */
export async function refuse(
  { far }: Connected,
  method: string,
  error: { readonly code: number; readonly data?: object },
): Promise<Fields> {
  const { id, params } = await far.nextOf(method)
  far.say({ jsonrpc: '2.0', id, error: { message: 'no', ...error } })
  return params as Fields
}

export const tell = ({ far }: Connected, update: object, sessionId = 's1'): void =>
  far.notify('session/update', { sessionId, update })

/** Lets the turn of the next prompt end, as each version says it. */
export async function finish(both: Connected, version: Version, stopReason = 'end_turn'): Promise<Fields> {
  const { id, params } = await both.far.nextOf('session/prompt')
  end(both, version, { id, stopReason })
  return params as Fields
}

/** Ends the turn of a prompt that has been heard. */
export function end(
  both: Connected,
  version: Version,
  { id, stopReason }: { id: unknown; stopReason: string },
) {
  if (version === 1) return both.far.answer(id, { stopReason })
  both.far.answer(id, { messageId: `of ${id}` })
  tell(both, { sessionUpdate: 'state_update', state: 'running' })
  tell(both, { sessionUpdate: 'state_update', state: 'idle', stopReason })
}
