/** Modes and options of a session: what is chosen is among what was offered, and lists are whole. */

import { isAdvertised } from '../../protocol/index.js'
import { fieldOf, isFields, itemsOf, textOf } from '../fields.js'
import type { Report, Sighting, Watcher } from '../rule.js'
import { answerTo, askedFor, named, PerSession, updateOf } from './sight.js'

const SETUPS = ['session/new', 'session/load', 'session/resume', 'session/fork']

interface State {
  /** Undefined while nobody said; none when the agent offered none. */
  modes: ReadonlySet<unknown> | undefined
  options: readonly unknown[] | undefined
  /** The list before: what the client chose may have crossed the new one. */
  earlier: readonly unknown[]
}

const idOf = (option: unknown): string | undefined => textOf(option, 'id') ?? textOf(option, 'configId')

export class Options implements Watcher {
  readonly #sessions = new PerSession<State>(() => ({
    modes: undefined,
    options: undefined,
    earlier: [],
  }))

  see(sighting: Sighting, report: Report): void {
    const { row } = sighting
    if (row.session === undefined) return
    const update = updateOf(sighting)
    if (update === undefined) this.#seeOther(sighting, report)
    else if (update.sessionUpdate === 'current_mode_update') {
      const { modes } = this.#sessions.of(row.session)
      if (modes !== undefined) judgeMode(update.currentModeId, modes, { by: 'agent', report })
    } else if (update.sessionUpdate === 'config_option_update')
      this.#take(sighting, itemsOf(update, 'configOptions'), report)
  }

  #seeOther(sighting: Sighting, report: Report): void {
    const { row } = sighting
    const state = this.#sessions.of(row.session ?? '')
    const mode = askedFor(sighting, 'session/set_mode')
    if (mode !== undefined && state.modes !== undefined)
      judgeMode(mode.modeId, state.modes, { by: 'client', report })
    const choice = askedFor(sighting, 'session/set_config_option')
    if (choice !== undefined && state.options !== undefined)
      judgeChoice(choice, [...state.options, ...state.earlier], report)
    if (row.kind === 'result' && SETUPS.includes(row.method ?? '')) this.#setUp(sighting, state, report)
    const answered = answerTo(sighting, 'session/set_config_option')
    if (answered !== undefined) this.#takeAnswer(sighting, itemsOf(answered, 'configOptions'), report)
  }

  #setUp(sighting: Sighting, state: State, report: Report): void {
    const { value } = sighting
    if (!isFields(value)) return
    if (isFields(value.modes)) {
      state.modes = new Set(itemsOf(value.modes, 'availableModes').map(mode => fieldOf(mode, 'id')))
      judgeMode(value.modes.currentModeId, state.modes, { by: 'agent', report })
    }
    state.modes ??= new Set()
    // Absent where there are none, or where they are known already.
    if (Array.isArray(value.configOptions)) this.#take(sighting, value.configOptions, report)
    state.options ??= []
  }

  #takeAnswer(sighting: Sighting, options: readonly unknown[], report: Report): void {
    const before = this.#sessions.of(sighting.row.session ?? '').options
    report.looked('option.whole', 'agent')
    // Options may go when others change; an answer with nothing but the one that was set is no list.
    const isAlone = options.length === 1 && idOf(options[0]) === textOf(sighting.askedValue, 'configId')
    if (options.length === 0 || (isAlone && before !== undefined && before.length > 1))
      report.broken('option.whole', {
        by: 'agent',
        weight: isAlone ? 'should' : undefined,
        text: `expected all options in the answer, found ${options.length} of ${before?.length ?? 'some'}`,
      })
    this.#take(sighting, options, report)
  }

  #take({ row, agreed }: Sighting, options: readonly unknown[], report: Report): void {
    const state = this.#sessions.of(row.session ?? '')
    state.earlier = state.options ?? []
    state.options = options
    for (const option of options) {
      if (textOf(option, 'type') === 'boolean') {
        report.looked('capability.parameter', 'agent')
        // Only the first version asks whether the client knows them.
        const isFree = agreed === undefined || idOf(option) !== textOf(option, 'id')
        if (!isFree && !isAdvertised(agreed.client, 'session.configOptions.boolean'))
          report.broken('capability.parameter', {
            by: 'agent',
            text: `${named(idOf(option))} is a boolean option, which the client did not advertise`,
          })
      }
      if (textOf(option, 'type') === 'select') judgeCurrent(option, report)
    }
  }
}

function judgeMode(
  mode: unknown,
  modes: ReadonlySet<unknown>,
  { by, report }: { by: Sighting['by']; report: Report },
): void {
  report.looked('mode.unknown', by)
  if (modes.has(mode)) return
  const text = `expected one of the modes of the session, found ${named(mode)}`
  report.broken('mode.unknown', by === 'client' ? { by, text } : { by, text, weight: 'note' })
}

/** All values of a select option, in groups or not. */
function valuesOf(option: unknown): readonly unknown[] {
  return itemsOf(option, 'options').flatMap(item =>
    isFields(item) && Array.isArray(item.options) ? item.options : [item],
  )
}

const hasValue = (option: unknown, value: unknown): boolean =>
  valuesOf(option).some(item => fieldOf(item, 'value') === value)

function judgeCurrent(option: unknown, report: Report): void {
  report.looked('option.value', 'agent')
  const current = fieldOf(option, 'currentValue')
  if (!hasValue(option, current))
    report.broken('option.value', {
      by: 'agent',
      weight: 'should',
      text: `${named(idOf(option))}: expected a current value among the options, found ${named(current)}`,
    })
}

function takes(option: unknown, value: unknown): boolean {
  const type = textOf(option, 'type')
  if (type === 'select') return hasValue(option, value)
  return type !== 'boolean' || typeof value === 'boolean'
}

function judgeChoice(
  choice: Readonly<Record<string, unknown>>,
  options: readonly unknown[],
  report: Report,
): void {
  report.looked('option.value', 'client')
  const isRight = options.some(option => idOf(option) === choice.configId && takes(option, choice.value))
  if (!isRight)
    report.broken('option.value', {
      by: 'client',
      text: `expected an option and a value that are offered, found ${named(choice.configId)}`,
    })
}
