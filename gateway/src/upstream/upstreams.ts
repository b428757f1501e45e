/** The processes of all agents: one for each principal, agent and kind of client, started when first needed. */

import { isRpcError } from '@parley/acp/jsonrpc'
import { rpcError } from '@parley/acp/protocol'
import type { Greeting } from './greeting.js'
import { type AgentProgram, launchUpstream } from './launch.js'
import type { Upstream } from './upstream.js'

/** What went on with a process, for the log of whoever runs the gateway; never for a client. */
export type UpstreamReport = (report: {
  readonly agent: string
  readonly what: 'started' | 'ended' | 'failed'
  readonly detail?: string | undefined
}) => void

/** Whose process it is, and what for. */
export interface Wanted {
  readonly principal: string
  readonly agent: string
  readonly greeting: Greeting
  /** False: for whoever was only asked in nothing is started; any of the principal's that runs for this version will do. */
  readonly mayStart?: boolean | undefined
  /** The same for whoever may start one, where none runs: then whichever version the program speaks, it is seen in this one. */
  readonly takesAny?: boolean | undefined
}

export interface UpstreamsOptions {
  /** By their names; there may be more of them later. */
  readonly agents: Pick<ReadonlyMap<string, AgentProgram>, 'get'>
  /** How many processes a principal may have at once. */
  readonly mostProcesses: number
  readonly report: UpstreamReport
}

interface Running extends Pick<Wanted, 'principal' | 'agent'> {
  readonly version: number
  readonly started: Promise<Upstream>
}

export class Upstreams {
  readonly #options: UpstreamsOptions
  readonly #running = new Map<string, Running>()
  #isClosed = false

  constructor(options: UpstreamsOptions) {
    this.#options = options
  }

  /** The process for these clients; started if there is none, or if the one there was is gone. */
  async get(wanted: Wanted): Promise<Upstream> {
    const { principal, agent, greeting } = wanted
    const key = JSON.stringify([principal, agent, greeting.fingerprint])
    const known = this.#running.get(key)
    const found = await known?.started
    if (found !== undefined && !found.isEnded) return found
    if (wanted.mayStart === false || wanted.takesAny === true) {
      const another = await this.#another(wanted)
      if (another !== undefined) return another
      if (wanted.mayStart === false)
        throw rpcError('invalid_session_state', 'The agent does not run, and is not started for a guest')
    }
    // While it lives there is no other beside it.
    await found?.closed
    return await this.#start(key, wanted)
  }

  /** Ends the processes that this says are of no use any more. */
  async endIdle(isIdle: (upstream: Upstream) => boolean): Promise<void> {
    for (const { started } of [...this.#running.values()]) {
      const upstream = await started.catch(() => undefined)
      if (upstream !== undefined && !upstream.isEnded && isIdle(upstream)) await upstream.close()
    }
  }

  /** Ends all processes of this principal. */
  async endOf(principal: string): Promise<void> {
    await end([...this.#running.values()].filter(each => each.principal === principal))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const running = [...this.#running.values()]
    this.#running.clear()
    await end(running)
  }

  /** One that runs, though it was started for clients of another kind: what they speak is the same. */
  async #another({ principal, agent, greeting: { version } }: Wanted): Promise<Upstream | undefined> {
    for (const each of [...this.#running.values()]) {
      if (each.principal !== principal || each.agent !== agent || each.version !== version) continue
      const upstream = await each.started.catch(() => undefined)
      if (upstream !== undefined && !upstream.isEnded) return upstream
    }
    return undefined
  }

  #start(key: string, wanted: Wanted): Promise<Upstream> {
    const { principal, agent, greeting } = wanted
    const known = this.#running.get(key)
    if (known !== undefined) return known.started
    const theirs = [...this.#running.values()].filter(each => each.principal === principal)
    if (this.#isClosed) throw rpcError('invalid_session_state', 'The gateway is closing')
    if (theirs.length >= this.#options.mostProcesses)
      throw rpcError('rate_limited', 'Too many kinds of clients at once')
    const started = this.#launch(wanted)
    this.#running.set(key, { principal, agent, version: greeting.version, started })
    const forget = (): void => {
      if (this.#running.get(key)?.started === started) this.#running.delete(key)
    }
    started.then(upstream => upstream.closed.then(forget), forget)
    return started
  }

  async #launch({ agent, greeting, takesAny = false }: Wanted): Promise<Upstream> {
    const { agents, report } = this.#options
    const program = agents.get(agent)
    if (program === undefined) throw rpcError('method_not_found', 'There is no such agent')
    try {
      const upstream = await launchUpstream(takesAny ? { ...program, isBridged: true } : program, greeting)
      report({ agent, what: 'started' })
      void upstream.closed.then(detail => report({ agent, what: 'ended', detail }))
      return upstream
    } catch (error) {
      if (isRpcError(error)) throw error
      report({ agent, what: 'failed', detail: error instanceof Error ? error.message : String(error) })
      throw rpcError('internal_error', 'The agent could not be started')
    }
  }
}

async function end(running: readonly Running[]): Promise<void> {
  await Promise.all(running.map(({ started }) => started.then(upstream => upstream.close()).catch(() => {})))
}
