/** Everything that the MCP servers of a session offer, under one roof; connected once, and ended with the session. */

import type { ContentBlock, Session, Turn } from '../agent/index.js'
import { lineWithin } from '../text/index.js'
import { Consent } from './consent.js'
import { demandSound, nameAll, toEndpoint } from './endpoint.js'
import { type McpOptions, toSettings } from './options.js'
import { getPrompt, listPrompts, type McpPrompt } from './prompts.js'
import { listResources, type McpResource, readResource } from './resources.js'
import { Server, type Surroundings } from './server.js'
import { Slots } from './slots.js'
import type { McpTool } from './tool.js'
import { runTool, type ToolOutcome, toFailure } from './tool-run.js'
import { within } from './within.js'

/** A server that cannot be used, and why. */
export interface McpFailure {
  readonly server: string
  /** For people; holds nothing that the server was given in confidence. */
  readonly reason: string
}

const opened = new WeakMap<Session, Promise<McpTools>>()

/**
 * The tools of the servers that the session was given. The first call connects to all of them and sets the
 * options; every later one has the same tools. A server that fails is in `failures`, and the others work without it.
 * Given a turn, it throws when that is cancelled in the meantime; given a session, it never throws.
 */
export async function mcpTools(at: Turn | Session, options: McpOptions = {}): Promise<McpTools> {
  const session = 'session' in at ? at.session : at
  // A server may take its time; a turn that was cancelled has none, and its session could not end before it.
  const signal = 'session' in at ? at.signal : NEVER
  return within(opened.get(session) ?? open(session, options), signal)
}

function open(session: Session, options: McpOptions): Promise<McpTools> {
  const tools = new McpTools(session, options)
  const opening = tools.open().then(() => tools)
  opened.set(session, opening)
  session.onEnd(() => tools.close())
  return opening
}

const NEVER = new AbortController().signal
const MOST_CONNECTING = 8

/** What the MCP servers of a session offer. */
export class McpTools {
  readonly #servers: readonly Server[]
  readonly #refused: readonly McpFailure[]
  readonly #consent: Consent
  readonly #reported = new Set<string>()

  constructor(session: Session, options: McpOptions) {
    const settings = toSettings(options)
    const { servers, refused } = admit({ session, settings, slots: new Slots(settings.parallel) })
    this.#servers = servers
    this.#refused = refused
    this.#consent = new Consent(options)
  }

  /** Connects; `mcpTools` has done it. */
  async open(): Promise<void> {
    const slots = new Slots(MOST_CONNECTING)
    await Promise.all(this.#servers.map(server => slots.run(() => server.open(), NEVER)))
  }

  /** Every tool of every server that works, as it is described now. */
  get list(): readonly McpTool[] {
    return this.#servers.flatMap(({ tools }) => tools.map(({ tool }) => tool))
  }

  /** The servers that did not start, or are gone since. */
  get failures(): readonly McpFailure[] {
    return [
      ...this.#refused,
      ...this.#servers.flatMap(({ name, failure }) =>
        failure === undefined ? [] : [{ server: name, reason: failure }],
      ),
    ]
  }

  /** Tells the user of every server that cannot be used, once. */
  report(turn: Turn): void {
    for (const { server, reason } of this.failures.filter(each => !this.#reported.has(each.server))) {
      this.#reported.add(server)
      const title = `The MCP server "${server}" cannot be used`
      void turn.notice({ severity: 'warning', title, description: reason })
    }
  }

  /**
   * Calls a tool and shows it: the user sees the call, is asked about it, and sees what comes of it. A refusal, an
   * unknown name and a failure of the server are outcomes; only the end of the turn is an exception.
   */
  async call(turn: Turn, name: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolOutcome> {
    for (const server of this.#servers) {
      const listed = name.startsWith(`${server.name}/`) ? await server.find(name) : undefined
      if (listed !== undefined) return runTool({ turn, server, listed, args }, this.#consent)
    }
    const gone = this.failures.find(({ server }) => name.startsWith(`${server}/`))
    const shown = lineWithin(name, 256)
    return toFailure(
      gone === undefined ? `There is no tool "${shown}".` : `${shown} cannot be used: ${gone.reason}`,
    )
  }

  /** Everything that can be read. */
  resources(signal: AbortSignal = NEVER): Promise<readonly McpResource[]> {
    return listResources(this.#usable, signal)
  }

  /** The contents of one resource; throws when no server has it. */
  readResource(uri: string, signal: AbortSignal = NEVER): Promise<readonly ContentBlock[]> {
    return readResource(this.#usable, uri, signal)
  }

  /** The prompts of the servers, as slash commands. */
  prompts(signal: AbortSignal = NEVER): Promise<readonly McpPrompt[]> {
    return listPrompts(this.#usable, signal)
  }

  /** What a slash command becomes, given the text that was typed behind it; throws when it lacks something. */
  getPrompt(name: string, text = '', signal: AbortSignal = NEVER): Promise<readonly ContentBlock[]> {
    return getPrompt(this.#usable, { name, text }, signal)
  }

  /** Ends every connection and every process; the end of the session does it too. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map(server => server.close()))
  }

  get #usable(): readonly Server[] {
    return this.#servers.filter(({ failure }) => failure === undefined)
  }
}

/** The servers that may be started, and those that may not. */
function admit(surroundings: Surroundings): { readonly servers: Server[]; readonly refused: McpFailure[] } {
  const servers: Server[] = []
  const refused: McpFailure[] = []
  const { session, settings } = surroundings
  // One more than may be is named: it stands for all that are left out.
  const named = [...nameAll(session.mcpServers.slice(0, settings.servers + 1))]
  const [surplus] = named.splice(settings.servers)
  for (const [name, described] of named)
    try {
      const endpoint = toEndpoint(described)
      demandSound(endpoint, settings.unpinned)
      servers.push(new Server(name, endpoint, surroundings))
    } catch (error) {
      refused.push({ server: name, reason: error instanceof Error ? error.message : 'it cannot be read' })
    }
  if (surplus !== undefined)
    refused.push({ server: surplus[0], reason: tooMany(session.mcpServers.length, settings.servers) })
  return { servers, refused }
}

function tooMany(given: number, most: number): string {
  return `a session may have ${most} servers and was given ${given}: the last ${given - most} are left out`
}
