/** What a session is called: as people call it, else as its agent does, else how its first prompt begins. */

import type { HubEvent } from './event.js'
import { fieldOf, fieldsOf, metaOf } from './fields.js'
import { type Label, nameFor } from './labels.js'
import { BY_META } from './words.js'

const MOST_TITLE = 200

/** Fed with the events of a session. */
export class Title {
  #given: string | undefined
  #opening: string | undefined

  /** What people say of it. */
  label: Label = {}

  /** `known`: as it was written down for lists. */
  constructor(known?: string) {
    this.#given = known
  }

  /** Without what people say of it. */
  get own(): string | undefined {
    return this.#given ?? this.#opening
  }

  get text(): string | undefined {
    return nameFor(this.label, this.own) ?? this.own
  }

  /** What the agent tells, but for another name than people have given the session. */
  named(params: unknown): unknown {
    const given = givenIn(params)
    const title = given === undefined ? undefined : nameFor(this.label, given)
    if (title === undefined) return params
    return { ...fieldsOf(params), update: { ...fieldsOf(fieldOf(params, 'update')), title } }
  }

  take(event: HubEvent): void {
    if (event.type === 'told') this.#given = givenIn(event.params) ?? this.#given
    else if (event.type === 'prompt') this.#opening ??= openingIn(event.params.prompt)
  }
}

/** By the agent: what people have named is known by their label. */
function givenIn(params: unknown): string | undefined {
  const update = fieldOf(params, 'update')
  if (metaOf(update, BY_META) !== undefined) return undefined
  return fieldOf(update, 'sessionUpdate') === 'session_info_update' ? textIn(update, 'title') : undefined
}

function openingIn(prompt: unknown): string | undefined {
  if (!Array.isArray(prompt)) return undefined
  return prompt.map(block => textIn(block, 'text')).find(text => text !== undefined)
}

/** A copy: a piece of a text would keep all of it in memory. */
function textIn(value: unknown, name: string): string | undefined {
  const text = fieldOf(value, name)
  if (typeof text !== 'string' || text.trim() === '') return undefined
  return Buffer.from(text.slice(0, MOST_TITLE)).toString()
}
