/** A client of one version and an agent of the other, with a bridge between them, and everything that passed on both sides. */

import { agent } from '../../agent/agent.js'
import type { AgentDefinition } from '../../agent/definition.js'
import { type ConnectOptions, connect, type Host, type Turn, type UpdateOf } from '../../client/index.js'
import type { Channel } from '../../jsonrpc/index.js'
import { ByHand } from '../../protocol/parties.fixture.js'
import type { Version } from '../../protocol/version.js'
import { memoryPair, tap } from '../../transport/index.js'
import { bridge } from './bridge.js'

export interface Seen {
  readonly direction: 'sent' | 'received'
  readonly message: {
    readonly id?: unknown
    readonly method?: string
    readonly params?: Record<string, unknown>
    readonly result?: Record<string, unknown>
    readonly error?: { readonly code: number; readonly data?: unknown }
  }
}

function watched(channel: Channel, seen: Seen[]): Channel {
  return tap(channel, (direction, message) => {
    seen.push({ direction, message: message as Seen['message'] })
  })
}

/** Our own kits on both sides, each speaking one version only. */
export async function meet<V extends Version>(
  version: V,
  {
    definition = {},
    host = {},
    options = {},
  }: {
    readonly definition?: Partial<AgentDefinition>
    readonly host?: Host
    readonly options?: ConnectOptions<V>
  } = {},
) {
  const [near, far] = memoryPair()
  const atAgent: Seen[] = []
  const atClient: Seen[] = []
  const versions = [version === 1 ? 2 : 1] as const
  const made = agent({ name: 'far', version: '1', versions, prompt: async () => 'end_turn', ...definition })
  made.serve(far)
  const channel = watched(bridge(watched(near, atAgent)), atClient)
  const client = await connect<V>(channel, host, { version, ...options })
  return { client, atAgent, atClient }
}

/** Both sides worked by hand. */
export function byHand(options: { readonly reopen?: boolean } = {}) {
  const agents: ByHand[] = []
  const lay = (): Channel => {
    const [near, far] = memoryPair()
    agents.push(new ByHand(far))
    return near
  }
  const channel = bridge(lay(), options.reopen === true ? { reopen: async () => lay() } : {})
  return { client: new ByHand(channel), agents, agent: agents[0] as ByHand }
}

/** Reads a turn to its end: all updates, then how it ended. */
export async function follow<V extends Version>(turn: Turn<V>) {
  const updates: UpdateOf<V>[] = []
  for await (const update of turn.updates) updates.push(update)
  return { updates, outcome: await turn.outcome }
}

export const kindsOf = (updates: readonly { readonly sessionUpdate: string }[]): readonly string[] =>
  updates.map(({ sessionUpdate }) => sessionUpdate)
