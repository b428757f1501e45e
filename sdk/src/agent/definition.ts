/** What an author says to have an agent, and what comes of it. */

import type { Channel, Ending, HandledExtension, PeerOptions, Version } from '../protocol/index.js'
import type { v1, v1Unstable, v2Unstable } from '../schema/index.js'
import type { Journal } from '../store/index.js'
import type { Auth } from './auth.js'
import type { Command } from './command.js'
import type { Providers } from './providers.js'
import type { Session } from './session-view.js'
import type { Mode, Setting } from './setting.js'
import type { Turn } from './turn.js'

/** Why a turn ended, as its author may say it. */
export type StopReason = v1.StopReason

/** A piece of a message; the five kinds that both versions know. */
export type ContentBlock = v1.ContentBlock

/** One step of a plan: what it is, how much it matters and how far it is. */
export type PlanEntry = v1.PlanEntry

/** An agent, described by what it does. What it advertises is read off this. */
export interface AgentDefinition {
  readonly name: string
  readonly version: string
  /** The name for people, where it differs. */
  readonly title?: string | undefined
  /** Answers one message of the user. Returning ends the turn; without a word it ends as `end_turn`. */
  // biome-ignore lint/suspicious/noConfusingVoidType: an author whose function simply ends returns void
  prompt(turn: Turn): Promise<StopReason | void>
  /** Where conversations are kept: with a journal they can be listed, loaded, resumed, forked and deleted. */
  readonly sessions?: Journal | undefined
  /** Runs for every session that is opened, new or not, before the client may use it. */
  open?(session: Session): Promise<void> | void
  /** Ways of working; a session begins in the first one. */
  readonly modes?: readonly Mode[] | undefined
  /** What else the user can set, such as the model. A function is asked when a session is opened, and may take its time. */
  readonly settings?: readonly Setting[] | (() => Promise<readonly Setting[]>) | undefined
  /** What the user can ask for by name. */
  readonly commands?: readonly Command[] | undefined
  /** How users sign in; without it nobody has to. */
  readonly auth?: Auth | undefined
  /** What becomes of a prompt that comes while a turn is being worked on, in version 1: it is refused unless said otherwise. */
  readonly whileBusy?: 'refuse' | 'queue' | undefined
  /** Capabilities without which the agent is of no use, such as `fs.readTextFile`: a client that lacks one is turned away. */
  readonly requires?: readonly string[] | undefined
  /** Whether clients may add to what the model is told, or replace it; unstable. */
  readonly systemPrompt?: 'append' | 'override' | undefined
  /** Where models come from, where the client may say so; unstable. */
  readonly providers?: Providers | undefined
  /** Kinds of content the agent understands beyond text and links. */
  readonly accepts?: readonly ('image' | 'audio' | 'resource')[] | undefined
  /** How the agent can reach MCP servers it is given; version 1 takes `stdio` for granted. */
  readonly mcp?: readonly ('stdio' | 'http' | 'sse')[] | undefined
  /** Whether a session may work in more directories than one. */
  readonly additionalDirectories?: boolean | undefined
  /** Versions of the protocol to speak; both, unless said otherwise. */
  readonly versions?: readonly Version[] | undefined
  /** Whether to speak the parts of the protocol that are still being tried. */
  readonly unstable?: boolean | undefined
  /** Methods of one's own. */
  readonly extensions?: readonly HandledExtension[] | undefined
  /** Custom capabilities, advertised in `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined
}

/** An agent that can be served on any number of channels. */
export interface Agent {
  readonly definition: AgentDefinition
  /** Speaks to one client until either side ends it. */
  serve(channel: Channel, options?: PeerOptions): AgentConnection
}

/** One client being served. */
export interface AgentConnection extends AsyncDisposable {
  /** Resolves, never rejects, when the connection is over. */
  readonly closed: Promise<Ending>
  close(reason?: string): Promise<void>
}

/** An MCP server that the client asks the agent to use, as the version at hand writes it. */
export type McpServer = v1Unstable.McpServer | v2Unstable.McpServer
