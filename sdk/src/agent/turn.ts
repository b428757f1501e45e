/** One message of the user being answered: what was said, what can be said back, and when to stop. */

import type { Cancellation } from '../jsonrpc/index.js'
import type { v1 } from '../schema/index.js'
import type { ContentBlock } from './definition.js'
import type { Session } from './session.js'
import { ToolCall, type ToolCallStart } from './tool-call.js'
import type { Files, PermissionOption, PermissionSubject, Terminals, Voice } from './voice.js'

const usualOptions: readonly PermissionOption[] = [
  { optionId: 'allow_once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'allow_always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' },
]

/** What a turn speaks with, and what calls it off. */
export interface Means {
  readonly voice: Voice
  readonly cancellation: Cancellation
}

/** One message of the user, and the agent's answer to it. */
export class Turn {
  readonly session: Session
  /** The user's message, as it came. */
  readonly blocks: readonly ContentBlock[]
  readonly #speaker: Voice
  #isOver = false
  readonly #cancellation: Cancellation
  readonly #calls = new Set<ToolCall>()
  #messageId: string
  #thoughtId: string

  constructor(session: Session, blocks: readonly ContentBlock[], means: Means) {
    this.session = session
    this.blocks = blocks
    this.#speaker = means.voice
    this.#cancellation = means.cancellation
    this.#messageId = session.nextId()
    this.#thoughtId = session.nextId()
  }

  /** Where the session works. */
  get cwd(): string {
    return this.session.cwd
  }

  /** The text of the user's message, its blocks joined. */
  get text(): string {
    return this.blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n')
  }

  /** Aborted when the user cancels or the connection ends. */
  get signal(): AbortSignal {
    return this.#cancellation.signal
  }

  /** Whether the user has cancelled, without asking for a signal. */
  get isCancelled(): boolean {
    return this.#cancellation.isCancelled
  }

  /** The client's files; absent when it lends none. */
  get files(): Files | undefined {
    return this.#speaker.files
  }

  /** The client's terminals; absent when it lends none. */
  get terminal(): Terminals | undefined {
    return this.#speaker.terminal
  }

  /** Says something to the user. Await it and a slow client slows you down; leave it and it is queued. */
  say(content: string | ContentBlock): Promise<void> | undefined {
    return this.#voice.say(toBlock(content), this.#messageId)
  }

  /** Shows a thought. */
  think(content: string | ContentBlock): Promise<void> | undefined {
    return this.#voice.think(toBlock(content), this.#thoughtId)
  }

  /** Ends the message being said: what is said next is another one. */
  nextMessage(): void {
    this.#messageId = this.session.nextId()
    this.#thoughtId = this.session.nextId()
  }

  /** Shows the whole plan; it takes the place of the one shown before. */
  plan(entries: readonly v1.PlanEntry[]): Promise<void> | undefined {
    return this.#voice.plan(entries)
  }

  /** Says how full the context is, in tokens. */
  usage(used: number, size: number): Promise<void> | undefined {
    return this.#voice.usage(used, size)
  }

  /** Announces something about to be done. Ended by `complete` or `fail`, or as failed with the turn. */
  tool(start: ToolCallStart): ToolCall {
    this.nextMessage()
    const call = new ToolCall(this.session.nextId(), start, this.#voice)
    this.#calls.add(call)
    return call
  }

  /**
   * Asks the user, by default with allow once, allow always and reject once. The answer is the chosen option, whose
   * `kind` says yes or no, or nothing when the question was dismissed. Throws an `AbortError` when the turn is cancelled.
   */
  async ask(
    about: ToolCall | Omit<PermissionSubject, 'toolCallId'>,
    options: readonly PermissionOption[] = usualOptions,
  ): Promise<PermissionOption | undefined> {
    this.signal.throwIfAborted()
    const chosen = await this.#voice.ask(this.#toSubject(about), options)
    return options.find(option => option.optionId === chosen)
  }

  get #voice(): Voice {
    if (this.#isOver) throw new Error('the turn is over: nothing more can be said in it')
    return this.#speaker
  }

  /** Calls off the turn: `signal` aborts, and whatever the author returns it ends as cancelled. */
  cancel(): void {
    this.#cancellation.cancel()
  }

  /** Fails every tool call and releases every terminal that its author forgot, and lets nothing more be said. */
  async end(): Promise<void> {
    // A client that is gone cannot be told; that is no fault of the turn.
    await Promise.allSettled([...this.#calls].map(call => call[Symbol.asyncDispose]()))
    await this.#speaker.end?.()
    this.#isOver = true
  }

  #toSubject(about: ToolCall | Omit<PermissionSubject, 'toolCallId'>): PermissionSubject {
    if (about instanceof ToolCall) return { toolCallId: about.id, title: about.title, kind: about.kind }
    return { ...about, toolCallId: this.session.nextId() }
  }
}

function toBlock(content: string | ContentBlock): ContentBlock {
  return typeof content === 'string' ? { type: 'text', text: content } : content
}
