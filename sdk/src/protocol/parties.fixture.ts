/** One real side and one worked by hand: an agent that is served, or a client that connects, and the wire between. */
import { agent } from '../agent/agent.js'
import type { AgentConnection, AgentDefinition } from '../agent/definition.js'
import type { Client } from '../client/client.js'
import { type ConnectOptions, connect } from '../client/connect.js'
import type { Host } from '../client/host.js'
import { FarEnd, type Heard } from '../jsonrpc/far-end.fixture.js'
import { memoryPair } from '../transport/index.js'
import type { LogEntry } from './log.js'
import type { PeerOptions } from './peer.js'
import type { Version } from './version.js'

type Fields = Record<string, unknown>

/** A client worked by hand, and the agent it speaks to. */
export class ByHand extends FarEnd {
  #nextId = 100

  /** Sends a request and waits for its answer; what comes before it stays in `heard`. */
  async ask(method: string, params?: unknown): Promise<Heard> {
    const id = this.#nextId++
    this.request(id, method, params)
    return this.answerTo(id)
  }

  async answerTo(id: unknown): Promise<Heard> {
    for (;;) {
      const answer = this.heard.find(message => message.id === id && message.method === undefined)
      if (answer !== undefined) return answer
      await this.more()
    }
  }

  /** The next request or notification of a method. */
  async nextOf(method: string): Promise<Heard> {
    for (;;) {
      const message = await this.next()
      if (message.method === method) return message
    }
  }

  initialize(version: unknown, more: Fields = {}): Promise<Heard> {
    const shape = version === 2 ? { info: { name: 'hand', version: '1' }, capabilities: {} } : {}
    return this.ask('initialize', { protocolVersion: version, ...shape, ...more })
  }

  /** Initializes and starts a session; its id. */
  async begin(version: Version = 1, more: Fields = {}): Promise<string> {
    await this.initialize(version, more)
    const { result } = await this.ask('session/new', { cwd: '/work', mcpServers: [] })
    return (result as { sessionId: string }).sessionId
  }

  updates(): readonly Fields[] {
    return this.heard
      .filter(({ method }) => method === 'session/update')
      .map(({ params }) => (params as { update: Fields }).update)
  }
}

export interface Served {
  readonly far: ByHand
  readonly served: AgentConnection
  readonly log: LogEntry[]
}

/** An agent, served to a client worked by hand. */
export function serve(definition: Partial<AgentDefinition> = {}, options: PeerOptions = {}): Served {
  const [near, farChannel] = memoryPair(options.limits)
  const log: LogEntry[] = []
  const made = agent({ name: 'tested', version: '1.0.0', prompt: async () => 'end_turn', ...definition })
  const served = made.serve(near, { log: entry => log.push(entry), ...options })
  return { far: new ByHand(farChannel), served, log }
}

export const text = (words: string) => [{ type: 'text', text: words }] as const

export interface Connecting<V extends Version> {
  readonly far: ByHand
  readonly client: Promise<Awaited<ReturnType<typeof connect<V>>>>
  readonly log: LogEntry[]
}

/** A client, connecting to an agent worked by hand. */
export function connecting<V extends Version = 1>(
  host: Host = {},
  options: ConnectOptions<V> = {},
): Connecting<V> {
  const [near, farChannel] = memoryPair(options.limits)
  const log: LogEntry[] = []
  const client = connect<V>(near, host, { log: entry => log.push(entry), ...options })
  client.catch(() => {})
  return { far: new ByHand(farChannel), client, log }
}

const bareResults: Readonly<Record<Version, Fields>> = {
  1: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] },
  2: { protocolVersion: 2, info: { name: 'hand', version: '1' }, capabilities: { session: {} } },
}

export interface Connected {
  readonly far: ByHand
  readonly client: Client
  readonly log: LogEntry[]
}

/** A client that has shaken hands with an agent worked by hand, which said what is in `result`. */
export async function connected(
  host: Host = {},
  options: ConnectOptions = {},
  result: Fields = {},
): Promise<Connected> {
  const { far, client, log } = connecting(host, options as ConnectOptions<1>)
  const { id } = await far.nextOf('initialize')
  far.answer(id, { ...bareResults[options.version ?? 1], ...result })
  return { far, client: (await client) as Client, log }
}

/** Starts a session of a client whose agent is worked by hand. */
export async function newSession({ far, client }: Connected, sessionId = 's1') {
  const session = client.newSession({ cwd: '/work' })
  const { id } = await far.nextOf('session/new')
  far.answer(id, { sessionId })
  return session
}
