/** A conversation with a model, the same for every dialect, and what the model does next in it. Knows no wire. */

export interface Message {
  readonly role: 'user' | 'assistant' | 'tool' | 'system'
  readonly text: string
}

/** As much of a JSON schema as is needed to fill in a call. */
export interface Parameters {
  readonly properties?: Readonly<Record<string, Parameter>>
  readonly required?: readonly string[]
}

interface Parameter {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
}

/** A tool that the agent offers its model. */
export interface Tool {
  readonly name: string
  readonly parameters: Parameters
}

export interface Conversation {
  readonly messages: readonly Message[]
  readonly tools: readonly Tool[]
}

/** A call of a tool. Arguments that are a text are sent as they are, also where that is no JSON. */
export interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>> | string
  readonly id?: string | undefined
}

/** An answer that is none. */
export interface Failure {
  readonly status: number
  /** Seconds after which to try again, as the server says it. */
  readonly retryAfter?: number | undefined
  readonly message?: string | undefined
}

/** What the model answers. Everything may be left out. */
export interface Reply {
  readonly text?: string | undefined
  readonly thought?: string | undefined
  /** What it wants done, all at the same time. */
  readonly calls?: readonly ToolCall[] | undefined
  /** Why it stops, where that is not because it has finished. */
  readonly cutBy?: 'length' | 'refusal' | undefined
  /** The answer comes in so many pieces, with so many milliseconds before each. */
  readonly pace?: { readonly milliseconds: number; readonly pieces: number } | undefined
  readonly failure?: Failure | undefined
  readonly usage?: TokenCount | undefined
}

export interface TokenCount {
  readonly input: number
  readonly output: number
}

export const countOf = ({ usage }: Reply): TokenCount => usage ?? { input: 10, output: 5 }

/** Something to be filled in: a field of a JSON object whose shape is not ours. */
export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : [])

/** The words in a content that is either text or a list of blocks. */
export const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map(({ text, content: inner }) => (typeof text === 'string' ? text : textOf(inner)))
        .join('\n')

/** The text in as many pieces as the reply has a pace for, else in short ones. */
export const piecesOf = (text: string, { pace }: Reply): readonly string[] => {
  const size = pace === undefined ? 16 : Math.max(1, Math.ceil(text.length / pace.pieces))
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size))
  return pieces
}

/** The arguments of a call as a text, as most dialects send them. */
export const argumentText = ({ arguments: given }: ToolCall): string =>
  typeof given === 'string' ? given : JSON.stringify(given)
