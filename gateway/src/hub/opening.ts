/** What the answer to opening a session would say now: the agent's own answer, and every change since. */

import type { HubEvent } from './event.js'
import { type Fields, fieldOf, fieldsOf, isFields } from './fields.js'

export class Opening {
  #result: Fields = {}

  /** As an answer: without the id, which only a new session is told. */
  get result(): Fields {
    const { sessionId: _, ...rest } = this.#result
    return rest
  }

  take(event: HubEvent): void {
    if (event.type === 'opened') this.#result = { ...this.#result, ...fieldsOf(event.result) }
    else if (event.type === 'told' || event.type === 'echo') this.#change(fieldOf(event.params, 'update'))
  }

  #change(update: unknown): void {
    const { sessionUpdate, currentModeId, configOptions, availableCommands } = fieldsOf(update)
    if (sessionUpdate === 'config_option_update' && Array.isArray(configOptions))
      this.#result = { ...this.#result, configOptions }
    // Version 2 lists commands in the answer; version 1 tells them by updates only.
    if (sessionUpdate === 'available_commands_update' && this.#result.availableCommands !== undefined)
      this.#result = { ...this.#result, availableCommands }
    if (sessionUpdate === 'current_mode_update' && isFields(this.#result.modes))
      this.#result = { ...this.#result, modes: { ...this.#result.modes, currentModeId } }
  }
}
