/** What a session is called: as its agent calls it, else how its first prompt begins. */

import type { HubEvent } from './event.js'
import { fieldOf } from './fields.js'

const MOST_TITLE = 200

/** Fed with the events of a session. */
export class Title {
  #given: string | undefined
  #opening: string | undefined

  get text(): string | undefined {
    return this.#given ?? this.#opening
  }

  take(event: HubEvent): void {
    if (event.type === 'told') this.#given = givenIn(event.params) ?? this.#given
    else if (event.type === 'prompt') this.#opening ??= openingIn(event.params.prompt)
  }
}

function givenIn(params: unknown): string | undefined {
  const update = fieldOf(params, 'update')
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
