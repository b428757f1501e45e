/** One answer of a model, shown as it comes: words, thoughts, and what it wants done. Does nothing itself. */

import type { Turn } from '@parley/acp/agent'
import type {
  AssistantModelMessage,
  FinishReason,
  LanguageModel,
  LanguageModelUsage,
  ModelMessage,
  streamText,
  TextStreamPart,
  ToolSet,
} from 'ai'
import { type Veil, veil } from './veil.js'

export interface StepRequest {
  readonly model: LanguageModel
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools: ToolSet
  readonly maxOutputTokens?: number | undefined
  readonly providerOptions: NonNullable<Parameters<typeof streamText>[0]['providerOptions']>
  /** What must not be shown, whoever says it. */
  readonly secrets: readonly string[]
  /** Learns that something was said, whether the answer is whole in the end or not. */
  onSaid(): void
}

/** Something that the model wants done. */
export interface WantedCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
  /** Why its arguments cannot be used, where they cannot. */
  readonly flaw?: string | undefined
}

export interface Step {
  readonly message: AssistantModelMessage
  readonly calls: readonly WantedCall[]
  readonly finish: FinishReason
  readonly usage: LanguageModelUsage | undefined
  readonly hasSpoken: boolean
}

type Part = TextStreamPart<ToolSet>
type Signature = StepRequest['providerOptions']
type AssistantPart = Exclude<AssistantModelMessage['content'], string>[number]

/** Asks the model once. Throws what went wrong, as it came, and the reason of the signal when the turn was called off. */
export const takeStep = async (
  turn: Turn,
  { system, tools, secrets, maxOutputTokens, onSaid, ...request }: StepRequest,
): Promise<Step> => {
  const { KEEP_UP_TO_HERE: providerOptions, loadPackage } = await import('./wires.js')
  const { fullStream } = (await loadPackage()).streamText({
    ...request,
    messages: request.messages.map((message, index, { length }) =>
      index === length - 1 ? { ...message, providerOptions } : message,
    ),
    ...(system === '' ? {} : { system: { role: 'system', content: system, providerOptions } }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    tools,
    abortSignal: turn.signal,
    maxRetries: 0,
    onError: () => undefined,
  })
  const draft = new StepDraft(turn, secrets, onSaid)
  for await (const part of fullStream) await draft.take(part)
  turn.signal.throwIfAborted()
  return draft.finish()
}

/** A text or a thought that has begun. */
interface Opened {
  text: string
  providerOptions?: Signature
}

/** Texts and thoughts by their id, in the order in which they began. */
class StepDraft {
  readonly #turn: Turn
  readonly #onSaid: () => void
  readonly #words: Veil
  readonly #thoughts: Veil
  readonly #parts: AssistantPart[] = []
  readonly #open = new Map<string, Opened>()
  readonly #calls: WantedCall[] = []
  #finish: FinishReason = 'other'
  #usage: LanguageModelUsage | undefined
  #hasSpoken = false

  constructor(turn: Turn, secrets: readonly string[], onSaid: () => void) {
    this.#turn = turn
    this.#onSaid = onSaid
    this.#words = veil(secrets)
    this.#thoughts = veil(secrets)
  }

  async take(part: Part): Promise<void> {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') this.#turn.signal.throwIfAborted()
    if (part.type === 'text-start' || part.type === 'reasoning-start') this.#begin(part)
    if (part.type === 'text-delta') await this.#say(part)
    if (part.type === 'reasoning-delta') await this.#think(part)
    if (part.type === 'text-end' || part.type === 'reasoning-end') await this.#end(part)
    if (part.type === 'tool-call') this.#call(part)
    if (part.type === 'finish-step') {
      this.#finish = part.finishReason
      this.#usage = part.usage
    }
  }

  finish(): Step {
    return {
      message: { role: 'assistant', content: this.#parts.filter(isWorthSending) },
      calls: this.#calls,
      finish: this.#finish,
      usage: this.#usage,
      hasSpoken: this.#hasSpoken,
    }
  }

  #begin(part: Part & { type: 'text-start' | 'reasoning-start' }): void {
    const opened = { type: part.type === 'text-start' ? ('text' as const) : ('reasoning' as const), text: '' }
    this.#parts.push(opened)
    this.#open.set(part.id, opened)
    this.#mark(part)
  }

  async #say(part: Part & { type: 'text-delta' }): Promise<void> {
    this.#add(part)
    const words = this.#words.push(part.text)
    if (words === '') return
    this.#hasSpoken = true
    this.#onSaid()
    await this.#turn.say(words)
  }

  async #think(part: Part & { type: 'reasoning-delta' }): Promise<void> {
    this.#add(part)
    const thought = this.#thoughts.push(part.text)
    if (thought !== '') await this.#turn.think(thought)
  }

  async #end(part: Part & { type: 'text-end' | 'reasoning-end' }): Promise<void> {
    this.#mark(part)
    const isText = part.type === 'text-end'
    const rest = (isText ? this.#words : this.#thoughts).end()
    if (rest !== '') await (isText ? this.#turn.say(rest) : this.#turn.think(rest))
  }

  #add(part: Part & { type: 'text-delta' | 'reasoning-delta' }): void {
    const opened = this.#open.get(part.id)
    if (opened !== undefined) opened.text += part.text
    this.#mark(part)
  }

  /** Providers sign thoughts, and want to see the signature again. */
  #mark({ id, providerMetadata }: Extract<Part, { id: string; providerMetadata?: unknown }>): void {
    const opened = this.#open.get(id)
    if (opened !== undefined && providerMetadata !== undefined) opened.providerOptions = providerMetadata
  }

  #call(part: Part & { type: 'tool-call' }): void {
    const { toolCallId: id, toolName: name, providerMetadata } = part
    const isObject = typeof part.input === 'object' && part.input !== null && !Array.isArray(part.input)
    const flaw = isObject ? undefined : `found ${JSON.stringify(part.input)}`
    const input: unknown = isObject ? part.input : {}
    this.#calls.push({ id, name, input, flaw })
    const options = providerMetadata === undefined ? {} : { providerOptions: providerMetadata }
    this.#parts.push({ type: 'tool-call', toolCallId: id, toolName: name, input, ...options })
  }
}

/** Providers refuse texts without a word. */
const isWorthSending = (part: AssistantPart): boolean => part.type !== 'text' || part.text.trim() !== ''
