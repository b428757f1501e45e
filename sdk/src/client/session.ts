/** A conversation as its user has it: what can be asked of it, and what is known of it now. */

import type { RequestOptions, Version } from '../protocol/index.js'
import type { v1, v1Unstable } from '../schema/index.js'
import type { Mentioned, Message } from './content.js'
import type { UpdateListener } from './listeners.js'
import type { PromptQueue } from './prompt-queue.js'
import type { SessionMode, SessionOption } from './session-option.js'
import type { SessionCommand, SessionUsage } from './session-state.js'
import type { McpServerOf, UpdateOf } from './speech.js'
import type { PromptOptions, Turn } from './turn.js'

/** Where a session works. */
export interface SessionPlace {
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
}

/** What a conversation needs to know when it is begun or taken up again. */
export interface NewSession<V extends Version = 1> extends SessionPlace {
  readonly mcpServers?: readonly McpServerOf<V>[] | undefined
  /** Being tried: what the agent is told before anything else. */
  readonly systemPrompt?: v1Unstable.SystemPrompt | undefined
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
  /** Listens from the first update on, also to those that come before the session is handed out. */
  onUpdate?(update: UpdateOf<V>): unknown
}

/** A conversation that the agent has kept. */
export interface KeptSession<V extends Version = 1> extends NewSession<V> {
  readonly sessionId: string
}

/**
 * What happens to the prompts that wait: they are held (unless said otherwise), taken back, or go on. In version 2 they
 * wait at the agent, which ends them with the rest; made with `{ queue: true }` they wait here.
 */
export interface CancelOptions {
  readonly queue?: 'hold' | 'clear' | 'continue' | undefined
}

/** One conversation with an agent. */
export interface Session<V extends Version = 1> {
  readonly id: string
  /** The working directory, then the additional ones. */
  readonly roots: readonly string[]
  /** The turns that are with the agent, oldest first. */
  readonly turns: readonly Turn<V>[]
  /** The prompts that wait for them. */
  readonly queue: PromptQueue<V>
  readonly isClosed: boolean
  /** The ways of working that the agent offers, and which of them is in force. */
  readonly modes: readonly SessionMode[]
  readonly mode: string | undefined
  /** The settings that the agent offers, in its order. */
  readonly options: readonly SessionOption[]
  readonly commands: readonly SessionCommand[]
  readonly title: string | undefined
  readonly usage: SessionUsage | undefined

  /** Sends a message to the agent, or queues it behind the turn that runs. */
  prompt(message: Message<V>, options?: PromptOptions): Turn<V>
  /**
   * Asks the agent to stop, and dismisses every question it has asked. Prompts that wait are held, not sent and not
   * lost. Resolves when the turns that ran are over, and never rejects.
   */
  cancel(options?: CancelOptions): Promise<void>
  /** A piece of a prompt that points at something: with its text where the agent takes that, else as a link. */
  mention(uri: string, mentioned?: Mentioned): v1.ContentBlock
  /**
   * Learns of every update, also outside of turns, and first of those nobody has heard yet: in order and one at a time,
   * the next one when the promise of the listener is done. What came together with the end of a turn is told when those who
   * await its outcome have gone on, unless they wait for something else, too. Returns a function that ends it.
   */
  onUpdate(listener: UpdateListener<UpdateOf<V>>): () => void
  /** Changes the way of working; refused here when the agent does not offer it. */
  setMode(modeId: string, options?: RequestOptions): Promise<void>
  /** Changes a setting; refused here when the agent does not offer it or the value. */
  setOption(id: string, value: string | boolean, options?: RequestOptions): Promise<void>
  /** Being tried: names the conversation. */
  setTitle(title: string, options?: RequestOptions): Promise<void>
  /** Being tried: a new conversation that begins where this one is. It works in the same directory unless told otherwise. */
  fork(setup?: Partial<NewSession<V>>, options?: RequestOptions): Promise<Session<V>>
  /**
   * Stops what the agent does and lets it forget the conversation until it is loaded again. An agent that cannot close
   * is told to stop, and the conversation is over on this side only.
   */
  close(options?: RequestOptions): Promise<void>
}
