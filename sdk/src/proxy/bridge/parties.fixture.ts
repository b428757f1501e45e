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

type Fields = Record<string, unknown>

const info = { name: 'hand', version: '1' }

/** What a refusal looks like that names the version which is spoken. */
export const onlyNew = { code: -32022, message: 'Unsupported', data: { requested: 1, supported: [2] } }

/** A client of version 1 and an agent of version 2, both worked by hand, that have greeted each other. */
export async function oldWithNew(capabilities: Fields = {}, welcome: Fields = {}) {
  const { client, agent } = byHand()
  const greeting = client.initialize(1, { clientCapabilities: capabilities, clientInfo: info })
  const first = await agent.nextOf('initialize')
  agent.say({ jsonrpc: '2.0', id: first.id, error: onlyNew })
  const second = await agent.nextOf('initialize')
  agent.answer(second.id, { protocolVersion: 2, info, capabilities: { session: {} }, ...welcome })
  return { client, agent, asked: second.params as Fields, answer: (await greeting).result as Fields }
}

/** A client of version 2 and an agent of version 1, both worked by hand, that have greeted each other. */
export async function newWithOld(capabilities: Fields = {}, welcome: Fields = {}) {
  const { client, agent } = byHand()
  const greeting = client.initialize(2, { capabilities, info })
  const first = await agent.nextOf('initialize')
  agent.answer(first.id, { protocolVersion: 1 })
  const second = await agent.nextOf('initialize')
  agent.answer(second.id, { protocolVersion: 1, agentInfo: info, agentCapabilities: {}, ...welcome })
  return { client, agent, asked: second.params as Fields, answer: (await greeting).result as Fields }
}

/** Opens a session; the agent answers with `opened`. */
export async function openSession(
  { client, agent }: { readonly client: ByHand; readonly agent: ByHand },
  opened: Fields = {},
): Promise<string> {
  const answer = client.ask('session/new', { cwd: '/work', mcpServers: [] })
  const { id } = await agent.nextOf('session/new')
  agent.answer(id, { sessionId: 's', ...opened })
  await answer
  return 's'
}

/** Waits until everything that was said has been passed on. */
export async function settled({
  client,
  agent,
}: {
  readonly client: ByHand
  readonly agent: ByHand
}): Promise<void> {
  const mark = `_mark/${Math.random()}`
  agent.notify(mark)
  while (!client.heard.some(({ method }) => method === mark)) await client.more()
  client.notify(mark)
  while (!agent.heard.some(({ method }) => method === mark)) await agent.more()
}
