/** What a message belongs to: its session and its tool call. Every name is kept once, however many rows hold it. */

import { fieldOf, textOf } from './fields.js'

const MOST_CHARACTERS = 256

/** Where a message belongs, as its params or its result say. */
export interface Place {
  readonly session: string | undefined
  readonly toolCall: string | undefined
}

/** The names of one wire. */
export class Places {
  readonly #names = new Map<string, string>()

  /** The same name, held once; a name as long as a book is held in part. */
  keep(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const kept = name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS)}…` : name
    this.#names.set(kept, kept)
    return kept
  }

  placeOf(value: unknown): Place {
    const session = textOf(value, 'sessionId')
    const toolCall = toolCallOf(value)
    return {
      session: session === undefined ? undefined : this.keep(session),
      toolCall: toolCall === undefined ? undefined : this.keep(toolCall),
    }
  }
}

/** The tool call that is told of, asked about, or asked for. */
function toolCallOf(value: unknown): string | undefined {
  const subject = fieldOf(value, 'subject')
  return (
    textOf(fieldOf(value, 'update'), 'toolCallId') ??
    textOf(fieldOf(value, 'toolCall'), 'toolCallId') ??
    textOf(fieldOf(subject, 'toolCall'), 'toolCallId') ??
    textOf(subject, 'toolCallId') ??
    textOf(value, 'toolCallId')
  )
}
