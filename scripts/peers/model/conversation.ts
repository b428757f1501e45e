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

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** What the model answers: words, then at most one call. */
export interface Reply {
  readonly text: string
  readonly call?: ToolCall | undefined
}

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
