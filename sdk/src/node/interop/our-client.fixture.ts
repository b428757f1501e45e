/** Our client with an agent on the official SDK in a process of its own: what passed, and what the agent was lent. */

import { fileURLToPath } from 'node:url'
import {
  type ConnectOptions,
  connect,
  type Host,
  type LogEntry,
  type Permission,
  type Turn,
  type UpdateOf,
} from '../../client/index.js'
import type { Channel } from '../../jsonrpc/index.js'
import { rpcError, type Version } from '../../protocol/index.js'
import { tap } from '../../transport/index.js'
import { type AgentProcess, spawnAgent } from '../index.js'
import { saidIn } from './said.fixture.js'
import { Wire } from './wire.fixture.js'
import { Workshop } from './workshop.fixture.js'

const program = fileURLToPath(new URL('fixtures/official-agent.mjs', import.meta.url))

export type OfficialAgent = '1' | '2' | 'router' | 'router-1' | 'keeper-1' | 'keeper-2'

/** What a test needs to see of one connection. */
export class Bench implements AsyncDisposable {
  readonly wire = new Wire()
  readonly log: LogEntry[] = []
  readonly processes: AgentProcess[] = []
  readonly workshop = new Workshop(path => rpcError('resource_not_found', 'No such thing', { path }))
  /** Asked in the place of the user; a test puts in its own. */
  permission: Permission = () => undefined
  /** What the host can do beyond the rest, if a test wants more. */
  more: Host = {}
  #client: AsyncDisposable | undefined

  get host(): Host {
    const { workshop } = this
    return {
      ...this.more,
      info: { name: 'interop', version: '1.2.3' },
      permission: (request, context) => this.permission(request, context),
      files: { read: request => workshop.read(request), write: request => workshop.write(request) },
      terminals: {
        create: request => workshop.create(request),
        output: request => workshop.output(request),
        waitForExit: request => workshop.waitForExit(request),
        kill: request => workshop.kill(request),
        release: request => workshop.release(request),
      },
    }
  }

  /** Starts the agent and shakes hands. */
  async connect<V extends Version = 1>(agent: OfficialAgent, options: ConnectOptions<V> = {}) {
    const channel = this.#watch(spawnAgent(process.execPath, [program, agent]))
    const client = await connect(channel, this.host, { ...options, log: entry => this.log.push(entry) })
    this.#client = client
    return client
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client?.[Symbol.asyncDispose]()
  }

  #watch(process: AgentProcess): Channel & { reopen(): Promise<Channel> } {
    this.processes.push(process)
    return {
      ...tap(process, (direction, message) => this.wire.note(direction, message)),
      reopen: async () => this.#watch(await process.reopen()),
    }
  }
}

/** Reads a turn to its end: all updates, then how it ended. */
export async function follow<V extends Version>(turn: Turn<V>) {
  const updates: UpdateOf<V>[] = []
  for await (const update of turn.updates) updates.push(update)
  return { updates, outcome: await turn.outcome }
}

/** What the agent said in a turn, read as JSON. */
export async function reported(turn: Turn<Version>): Promise<Record<string, unknown>> {
  const { updates } = await follow(turn)
  return JSON.parse(saidIn(updates).join(''))
}

/** Resolves with the first update that the predicate accepts, leaving the rest to be read. */
export async function nextUpdate<Update>(
  updates: AsyncIterator<Update>,
  accepts: (update: Update) => boolean,
): Promise<Update> {
  for (;;) {
    const { value, done } = await updates.next()
    if (done) throw new Error('the turn ended before the update came')
    if (accepts(value)) return value
  }
}
