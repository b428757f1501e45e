/** What is known of a session now, kept current from the answers that set it up and the updates that came since. */

import { isModelOption, type Version, withModelOption } from '../protocol/index.js'
import type { v1, v2 } from '../schema/index.js'
import { type SessionMode, type SessionOption, toOption } from './session-option.js'
import type { UpdateOf } from './speech.js'

/** A command that the agent takes when a prompt begins with `/` and its name. */
export interface SessionCommand {
  readonly name: string
  readonly description: string
  /** What to show where its argument goes, if it takes one. */
  readonly hint?: string | undefined
}

/** How full the agent's context is, and what the session has cost so far. */
export type SessionUsage = Pick<v1.UsageUpdate, 'used' | 'size' | 'cost'>

/** What the answer to a request that sets up a session may hold, in either version. */
export interface SetupAnswer {
  readonly modes?: v1.SessionModeState | null | undefined
  readonly configOptions?: readonly (v1.SessionConfigOption | v2.SessionConfigOption)[] | null | undefined
  readonly availableCommands?: readonly v2.AvailableCommand[] | null | undefined
  /** What earlier versions had for the setting that chooses the model. */
  readonly models?: unknown
}

/** How often each part has changed; compared, it tells what an answer must not overwrite. */
export interface Moment {
  readonly mode: number
  readonly options: number
  readonly commands: number
}

export class SessionState {
  commands: readonly SessionCommand[] = []
  title: string | undefined
  usage: SessionUsage | undefined
  options: readonly SessionOption[] = []
  /** The setting that the agent knows only as a list of models, with a method of its own to choose one. */
  modelsOption: string | undefined
  #modes: readonly SessionMode[] = []
  #mode: string | undefined
  #moment: Moment = { mode: 0, options: 0, commands: 0 }

  /** The option that stands in for modes: agents send both while the older modes last, and mean this one. */
  get modeOption(): SessionOption | undefined {
    return this.options.find(({ category, type }) => category === 'mode' && type === 'select')
  }

  get modes(): readonly SessionMode[] {
    const choices = this.modeOption?.choices
    return choices?.map(({ value, name, description }) => ({ id: value, name, description })) ?? this.#modes
  }

  get mode(): string | undefined {
    const option = this.modeOption
    if (option === undefined) return this.#mode
    return typeof option.value === 'string' ? option.value : undefined
  }

  get moment(): Moment {
    return this.#moment
  }

  /** Takes what an answer says, but for what updates have said since the given moment. */
  setUp(answer: SetupAnswer, since: Moment): void {
    const { modes, configOptions, availableCommands } = this.#withModels(answer)
    const { mode, options, commands } = this.#moment
    if (modes) {
      this.#modes = modes.availableModes.map(each => ({
        id: each.id,
        name: each.name,
        description: each.description ?? undefined,
      }))
      if (mode === since.mode) this.setMode(modes.currentModeId)
    }
    if (configOptions && options === since.options) this.#setOptions(configOptions)
    if (availableCommands && commands === since.commands) this.#setCommands(availableCommands)
  }

  #withModels(answer: SetupAnswer): SetupAnswer {
    if (!answer.models) return answer
    const whole = withModelOption(answer)
    if (whole !== answer)
      this.modelsOption = (whole.configOptions as readonly unknown[]).find(isModelOption)?.id
    return whole
  }

  setMode(id: string): void {
    this.#mode = id
    this.#moment = { ...this.#moment, mode: this.#moment.mode + 1 }
  }

  /** Takes what an option was set to, where no answer says it. */
  setValue(id: string, value: string | boolean): void {
    this.options = this.options.map(option => (option.id === id ? { ...option, value } : option))
    this.#moment = { ...this.#moment, options: this.#moment.options + 1 }
  }

  /** Takes what an update says. The commonest ones say nothing of the state. */
  fold(update: UpdateOf<Version>): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        return
      case 'current_mode_update':
        return this.setMode(update.currentModeId)
      case 'config_option_update':
        return this.#setOptions(update.configOptions)
      case 'available_commands_update':
        return this.#setCommands(update.availableCommands)
      case 'session_info_update':
        if (update.title !== undefined) this.title = update.title ?? undefined
        return
      case 'usage_update':
        this.#setUsage(update)
    }
  }

  #setOptions(raw: NonNullable<SetupAnswer['configOptions']>): void {
    this.options = raw.map(toOption)
    this.#moment = { ...this.#moment, options: this.#moment.options + 1 }
  }

  #setCommands(raw: readonly (v1.AvailableCommand | v2.AvailableCommand)[]): void {
    this.commands = raw.map(({ name, description, input }) => ({ name, description, hint: hintOf(input) }))
    this.#moment = { ...this.#moment, commands: this.#moment.commands + 1 }
  }

  /** A cost that is not mentioned has not changed. */
  #setUsage({ used, size, cost }: SessionUsage): void {
    this.usage = { used, size, cost: cost === undefined ? this.usage?.cost : (cost ?? undefined) }
  }
}

function hintOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('hint' in input)) return undefined
  return typeof input.hint === 'string' ? input.hint : undefined
}
