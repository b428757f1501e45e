/** A memory as the messages a model takes: calls and results in pairs, never two messages of the user in a row. */

import type { AssistantModelMessage, ModelMessage, ToolResultPart, UserModelMessage } from 'ai'
import { cutMiddle } from '../tools/cut.js'
import type { Senses } from './brain.js'
import type { CallItem, Memory } from './memory.js'
import { toUserParts } from './prompt-content.js'

type AssistantPart = Exclude<AssistantModelMessage['content'], string>[number]
type UserPart = Exclude<UserModelMessage['content'], string>[number]

const MOST_RESULT = 16_000

export const toMessages = ({ summary, items }: Memory, senses: Senses): readonly ModelMessage[] => {
  const draft = new Draft()
  if (summary !== undefined) draft.hear([{ type: 'text', text: summaryText(summary) }])
  for (const item of items) {
    if (item.kind === 'user') draft.hear(toUserParts(item.blocks, senses))
    else if (item.kind === 'said') draft.say(item.text)
    else draft.call(item)
  }
  return draft.finish()
}

const summaryText = (summary: string): string =>
  `<summary>\nThe conversation before this was shortened. What you have to know of it:\n\n${summary}\n</summary>`

class Draft {
  readonly #messages: ModelMessage[] = []
  #parts: AssistantPart[] = []
  #results: ToolResultPart[] = []

  hear(parts: readonly UserPart[]): void {
    this.#flush()
    const last = this.#messages.at(-1)
    if (last?.role === 'user' && typeof last.content !== 'string') last.content.push(...parts)
    else if (parts.length > 0) this.#messages.push({ role: 'user', content: [...parts] })
  }

  say(text: string): void {
    if (this.#results.length > 0) this.#flush()
    if (text.trim() !== '') this.#parts.push({ type: 'text', text })
  }

  call({ id, name, input, output = '', isOver, isFailed }: CallItem): void {
    const named = { toolCallId: `kept_${toPlain(id)}`, toolName: toPlain(name) }
    this.#parts.push({ type: 'tool-call', ...named, input: input ?? {} })
    const end = isOver && !isFailed ? 'Done.' : 'It was called off before it ended.'
    const value = cutMiddle(output, MOST_RESULT) || end
    this.#results.push({
      type: 'tool-result',
      ...named,
      output: { type: isFailed || !isOver ? 'error-text' : 'text', value },
    })
  }

  finish(): readonly ModelMessage[] {
    this.#flush()
    return this.#messages
  }

  #flush(): void {
    if (this.#parts.length > 0) this.#messages.push({ role: 'assistant', content: this.#parts })
    if (this.#results.length > 0) this.#messages.push({ role: 'tool', content: this.#results })
    this.#parts = []
    this.#results = []
  }
}

/** Providers take letters, digits, `_` and `-`, and not many of them. */
export const toPlain = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 56) || '_'
