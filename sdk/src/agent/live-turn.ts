/** A turn at work: says things in the spelling of its session, and sees to it that nothing is left open at its end. */

import type { Cancellation } from '../jsonrpc/index.js'
import type { Extension, TraceContext } from '../protocol/index.js'
import { ChunkText } from './chunk-text.js'
import { findInvocation, type Invocation } from './command.js'
import { Compaction } from './compaction.js'
import type { ContentBlock, PlanEntry } from './definition.js'
import type { Elicitation, Files, Means, PermissionOption, PermissionSubject, Terminals } from './means.js'
import { permissionOptions } from './permission-options.js'
import type { Said } from './said-run.js'
import type { LiveSession } from './session.js'
import type { Notice, Update, Usage } from './spelling.js'
import { type ToolCall, ToolCallInProgress, type ToolCallStart } from './tool-call.js'
import type { AskOptions, Tokens, Turn } from './turn.js'

/** What a turn works with, and what calls it off. */
export interface Equipment {
  readonly means: Means
  readonly cancellation: Cancellation
  readonly trace: TraceContext | undefined
}

export class LiveTurn implements Turn {
  readonly session: LiveSession
  readonly blocks: readonly ContentBlock[]
  readonly trace: TraceContext | undefined
  readonly #means: Means
  readonly #cancellation: Cancellation
  readonly #unfinished = new Set<AsyncDisposable>()
  readonly #ends = {
    isCancelled: (): boolean => this.isCancelled,
    onEnd: (ended: AsyncDisposable): void => void this.#unfinished.delete(ended),
  }
  #isOver = false
  #messageId: string
  #thoughtId: string
  #message: ChunkText | undefined
  #thought: ChunkText | undefined
  #planId: string | undefined
  #tokens: Tokens | undefined

  constructor(session: LiveSession, blocks: readonly ContentBlock[], equipment: Equipment) {
    this.session = session
    this.blocks = blocks
    this.trace = equipment.trace
    this.#means = equipment.means
    this.#cancellation = equipment.cancellation
    this.#messageId = session.nextId()
    this.#thoughtId = session.nextId()
  }

  get cwd(): string {
    return this.session.cwd
  }

  get text(): string {
    const [first] = this.blocks
    // Nearly every prompt is one block.
    if (this.blocks.length === 1 && first !== undefined && isSaid(first)) return first.text
    return this.blocks.flatMap(block => (isSaid(block) ? [block.text] : [])).join('\n')
  }

  get command(): Invocation | undefined {
    return findInvocation(this.session.commands, this.text)
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal
  }

  get isCancelled(): boolean {
    return this.#cancellation.isCancelled
  }

  get files(): Files | undefined {
    return this.#means.files
  }

  get terminal(): Terminals | undefined {
    return this.#means.terminal
  }

  get elicit(): Elicitation | undefined {
    return this.#means.elicit
  }

  say(content: string | ContentBlock): Promise<void> | undefined {
    const { spelling } = this.session
    const id = this.#messageId
    const update = spelling.say(toBlock(content), id)
    if (typeof content !== 'string') return this.update(update)
    this.#message ??= new ChunkText(block => spelling.say(block, id))
    return this.#utter(update, { chunks: this.#message, words: content, quoted: JSON.stringify(content) })
  }

  think(content: string | ContentBlock): Promise<void> | undefined {
    const { spelling } = this.session
    const id = this.#thoughtId
    const update = spelling.think(toBlock(content), id)
    if (typeof content !== 'string') return this.update(update)
    this.#thought ??= new ChunkText(block => spelling.think(block, id))
    return this.#utter(update, { chunks: this.#thought, words: content, quoted: JSON.stringify(content) })
  }

  nextMessage(): void {
    this.#messageId = this.session.nextId()
    this.#thoughtId = this.session.nextId()
    this.#message = undefined
    this.#thought = undefined
  }

  plan(entries: readonly PlanEntry[]): Promise<void> | undefined {
    this.#planId ??= this.session.nextId()
    return this.update(this.session.spelling.plan(entries, this.#planId))
  }

  usage(usage: Usage): Promise<void> | undefined {
    return this.update(this.session.spelling.usage(usage))
  }

  tokens(tokens: Tokens): void {
    this.#tokens = tokens
  }

  /** What `tokens` said last. */
  get spent(): Tokens | undefined {
    return this.#tokens
  }

  notice(notice: Notice): Promise<void> | undefined {
    const update = this.session.spelling.notice(notice)
    if (update !== undefined) return this.update(update, false)
    this.nextMessage()
    const said = this.say([notice.title, notice.description].filter(Boolean).join('\n\n'))
    this.nextMessage()
    return said
  }

  compact(): Compaction {
    const compaction = new Compaction(this.session.nextId(), {
      spelling: this.session.spelling,
      tell: update => this.update(update),
      ...this.#ends,
    })
    this.#unfinished.add(compaction)
    return compaction
  }

  tool(start: ToolCallStart): ToolCall {
    this.nextMessage()
    const { spelling } = this.session
    const call = new ToolCallInProgress(this.session.nextId(), start, {
      begin: (id, about) => this.update(spelling.begin(id, about)),
      change: (id, change) => this.update(spelling.change(id, change)),
      isReleased: terminalId => this.#means.isReleased?.(terminalId) ?? false,
      ...this.#ends,
    })
    this.#unfinished.add(call)
    return call
  }

  async ask(
    about: ToolCall | Omit<PermissionSubject, 'toolCallId'>,
    { options = permissionOptions(), reason }: AskOptions = {},
  ): Promise<PermissionOption | undefined> {
    this.#demandOpen()
    this.signal.throwIfAborted()
    // The question must not overtake what it is about.
    await this.session.settled()
    const chosen = await this.#means.ask(this.#toSubject(about), { options, reason })
    return options.find(option => option.optionId === chosen)
  }

  update(update: Update, isKept = true): Promise<void> | undefined {
    this.#demandOpen()
    return this.session.tell(update, isKept)
  }

  call<Params, Result>(extension: Extension<Params, Result>, params: Params): Promise<Result> {
    this.#demandOpen()
    return this.#means.call(extension, params)
  }

  /** Calls off the turn: `signal` aborts, and whatever the author returns it ends as cancelled. */
  cancel(): void {
    this.#cancellation.cancel()
  }

  /** Closes every tool call and releases every terminal that its author forgot, and lets nothing more be said. */
  async end(): Promise<void> {
    // A client that is gone cannot be told; that is no fault of the turn.
    if (this.#unfinished.size > 0)
      await Promise.allSettled([...this.#unfinished].map(each => each[Symbol.asyncDispose]()))
    await this.#means.end?.()
    this.#isOver = true
  }

  #utter(update: Update, said: Said): Promise<void> | undefined {
    this.#demandOpen()
    return this.session.tell(update, true, said)
  }

  #demandOpen(): void {
    if (this.#isOver) throw new Error('the turn is over: nothing more can be said in it')
  }

  #toSubject(about: ToolCall | Omit<PermissionSubject, 'toolCallId'>): PermissionSubject {
    if (about instanceof ToolCallInProgress) return about.subject
    return { ...(about as Omit<PermissionSubject, 'toolCallId'>), toolCallId: this.session.nextId() }
  }
}

function toBlock(content: string | ContentBlock): ContentBlock {
  return typeof content === 'string' ? { type: 'text', text: content } : content
}

/** A client may add what its user never typed, the output of a command for one, and mark whom it is for. */
function isSaid(block: ContentBlock): block is ContentBlock & { readonly type: 'text' } {
  return block.type === 'text' && block.annotations?.audience?.includes('user') !== false
}
