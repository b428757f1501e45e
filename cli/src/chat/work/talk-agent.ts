/** The agent of one conversation: started, lent everything that the settings lend, greeted, and ended with all it started. */

import { type AuthMethod, type Client, connect } from '@parley/acp/client'
import {
  type AgentProcess,
  allowedEnvironment,
  findProgram,
  launchAgent,
  type NodeHost,
  type NodeHostOptions,
  nodeHost,
  spawnAgent,
} from '@parley/acp/node'
import type { Version } from '@parley/acp/protocol'
import { tap } from '@parley/acp/transport'
import type { AgentEntry } from '../../agents/entry.js'
import { readHousePolicy } from '../../run/house-policy.js'
import { readVersion } from '../../version.js'
import type { Asking } from './asking.js'
import { PendingRequests } from './pending-requests.js'
import type { TalkMeans } from './talk-means.js'
import { variablesIn } from './talk-sign-in.js'
import type { TalkTerminals } from './talk-terminals.js'

export interface AgentMeans extends Pick<TalkMeans, 'settings' | 'shell' | 'terminal'> {
  readonly entry: AgentEntry
  readonly cwd: string
  readonly asking: Asking
  readonly terminals: TalkTerminals
  readonly warn: (message: string) => void
  /** Says what is over in a moment. */
  readonly remark: (message: string) => void
}

const START_MILLISECONDS = 30_000
// Twice this, and what is left of the agent is killed.
const PATIENCE_MILLISECONDS = 700

export class TalkAgent {
  readonly entry: AgentEntry
  #process: AgentProcess
  readonly #host: NodeHost
  readonly #version: Version
  readonly #asking: Asking
  #client: Client<Version> | undefined
  #closing: Promise<void> | undefined
  #isGreeted = false
  #canSteer = false
  #variables: ReadonlyMap<string, readonly string[]> = new Map()

  private constructor(process: AgentProcess, host: NodeHost, { entry, settings, asking }: AgentMeans) {
    this.#asking = asking
    this.entry = entry
    this.#process = process
    this.#host = host
    this.#version = settings.protocol
  }

  static async start(means: AgentMeans): Promise<TalkAgent> {
    const { entry, cwd, settings, shell } = means
    const env = { ...entry.env, ...settings.env }
    const options = { cwd, env, dialect: entry.dialect, patience: PATIENCE_MILLISECONDS }
    const unasked = { rules: [], believed: new Map<string, string>(), everything: undefined }
    const { policy } = await readHousePolicy(settings.policy, unasked, shell)
    const process =
      entry.source === 'built-in'
        ? spawnAgent(entry.command, entry.args, options)
        : await launchAgent(entry.command, entry.args, options)
    return new TalkAgent(process, toHost(means, policy), means)
  }

  /** It takes words for the turn that runs: a way that some agents of version 1 share, told beside their capabilities. */
  get canSteer(): boolean {
    return this.#canSteer
  }

  /** What some ways to sign in want to find in the environment. */
  get variables(): ReadonlyMap<string, readonly string[]> {
    return this.#variables
  }

  get isClosing(): boolean {
    return this.#closing !== undefined
  }

  async connect(): Promise<Client<Version>> {
    const channel = this.#watched(this.#process)
    const terms = { version: this.#version, mayGoHigher: true, unstable: true } as const
    this.#client = await connect<Version>(channel, this.#host, { ...terms, deadline: START_MILLISECONDS })
    return this.#client
  }

  /** Resolves when nothing of it is left. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    // Side by side: a connection that waits for its agent must not keep it alive.
    await Promise.allSettled([this.#client?.close(), this.#process.close(), this.#host.close()])
  }

  /** The answer to `initialize`, where this is it. */
  #hearGreeting(message: unknown): void {
    const { result }: Readonly<Record<string, unknown>> = Object(message)
    const { protocolVersion, _meta }: Readonly<Record<string, unknown>> = Object(result)
    if (protocolVersion === undefined) return
    this.#isGreeted = true
    this.#canSteer = Object(Object(_meta).steering).supported === true
    this.#variables = variablesIn(result)
  }

  #watched(agent: AgentProcess): ReturnType<typeof tap> {
    // Whoever ends this one means the latest: it is started anew for an earlier version, and by signing in.
    this.#process = agent
    this.#isGreeted = false
    const pending = new PendingRequests()
    const watched = tap(agent, (direction, message) => {
      if (direction === 'received' && !this.#isGreeted) this.#hearGreeting(message)
      if (pending.hear(direction, message)) this.#asking.inLine = pending.count
    })
    return Object.assign(watched, {
      explain: agent.explain.bind(agent),
      reopen: async () => {
        const next = await agent.reopen()
        if (this.isClosing) await next.close()
        return this.#watched(next)
      },
    })
  }
}

function toHost(means: AgentMeans, policy: NodeHostOptions['policy']): NodeHost {
  const { entry, settings, asking, terminals, warn, remark, terminal } = means
  return nodeHost({
    info: { name: 'parley', version: readVersion() },
    permission: asking.permission,
    elicit: asking.elicit,
    agent: { name: entry.id, version: entry.version },
    policy,
    files: settings.lendsFiles ? 'write' : false,
    terminals: settings.lendsTerminals,
    auth: terminal === undefined ? {} : { terminal: method => signIn(means, method) },
    onOutput: piece => terminals.note(piece),
    onEnd: end => terminals.end(end),
    onNotice: ({ kind, path, message }) => {
      if (kind === 'pause') remark(message)
      else warn(path === '' ? message : `${path}: ${message}`)
    },
  })
}

/** Runs the agent's own command where the person can work with it. */
async function signIn({ entry, cwd, settings, terminal }: AgentMeans, method: AuthMethod): Promise<boolean> {
  if (terminal === undefined) return false
  const { file, path } = await findProgram(entry.command, { cwd })
  // No more than the agent itself gets: what else is in these surroundings is nobody's who names a program.
  const env = { ...allowedEnvironment({ ...entry.env, ...settings.env }), ...method.env, PATH: path }
  return (await terminal.lend({ argv: [file, ...entry.args, ...method.args], cwd, env })) === 0
}
