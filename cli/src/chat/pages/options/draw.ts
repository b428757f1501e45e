/** How the page of settings looks. */

import { boundedLine } from '@parley/acp/guard'
import { activeTalk, type Model } from '../../model/model.js'
import { nameOf } from '../../model/talk-name.js'
import { type Line, lineOf, span, spread } from '../../screen/line.js'
import { widthOf } from '../../screen/width.js'
import { wrapLine } from '../../screen/wrap.js'
import { chosen, drawList, filterLine, type Item, type List, matching } from '../list.js'
import { bodyRows, framePage, type PageView } from '../page-view.js'
import type { OptionsPage } from './page.js'
import { type ChoiceRow, choiceRows, type SettingRow, settingRows, valueWords } from './settings.js'

export function drawOptions(page: OptionsPage, model: Model): PageView {
  const talk = activeTalk(model)
  const settings = settingRows(talk.facts)
  const open = settings.find(({ id }) => id === page.open?.id)
  if (open !== undefined && page.open !== undefined) return drawChoices(open, page.open.list, model)
  const note = page.note === undefined ? undefined : lineOf(page.note, 'warning')
  const view: Choosing<SettingRow> = {
    ...{ title: `Settings of ${nameOf(talk)}`, list: page.list, items: settings, note },
    draw: drawSetting,
    about: ({ description }) => description,
    keys: ['Enter change', 'type to filter', '↑↓ choose', 'Esc back'],
    empty: 'This agent offers no settings.',
  }
  return drawChoosing(view, model)
}

function drawChoices(setting: SettingRow, list: List, model: Model): PageView {
  const view: Choosing<ChoiceRow> = {
    ...{ title: setting.name, list, items: choiceRows(setting), draw: drawChoice },
    about: ({ choice }) => boundedLine(choice.description ?? setting.description, 400),
    keys: ['Enter take', 'type to filter', '↑↓ choose', 'Esc back to the settings'],
    empty: 'No value has that name.',
  }
  return drawChoosing(view, model)
}

interface Choosing<T extends Item> {
  readonly title: string
  readonly list: List
  readonly items: readonly T[]
  readonly draw: (item: T, columns: number) => Line
  /** What is said below the list of the one that is chosen; cleaned. */
  readonly about: (item: T) => string
  readonly keys: readonly string[]
  readonly empty: string
  readonly note?: Line | undefined
}

function drawChoosing<T extends Item>(view: Choosing<T>, model: Model): PageView {
  const { size } = model
  const { list, items, draw, about, note } = view
  const shown = matching(items, list.query)
  const current = chosen(list, shown)
  const words = current === undefined ? '' : about(current)
  const below = note ?? wrapLine(lineOf(words, 'muted'), size.columns - 2)[0] ?? []
  const more = note === undefined ? (wrapLine(lineOf(words, 'muted'), size.columns - 2)[1] ?? []) : []
  const room = bodyRows(size) - 5
  const lines = drawList(list, shown, { columns: size.columns, rows: room, draw })
  const rest = lines.length === 0 ? [lineOf(`  ${view.empty}`, 'muted')] : lines
  const filler = Array.from({ length: Math.max(0, room - rest.length) }, () => lineOf(''))
  const foot = [lineOf(''), below, more].map(line => [span('  '), ...line])
  const body = [filterLine(list.query, 'type to filter'), lineOf(''), ...rest, ...filler, ...foot]
  return {
    lines: framePage({ title: view.title, body, keys: view.keys }, model),
    cursor: { row: 1, column: Math.min(size.columns - 1, 2 + widthOf(list.query)) },
  }
}

function drawSetting(setting: SettingRow, columns: number): Line {
  const isKnown = setting.type === 'boolean' || setting.type === 'select'
  const value = valueWords(setting)
  const right = isKnown
    ? [span(value, 'accent'), span(setting.type === 'select' ? ' ▸' : '', 'muted')]
    : [span(value === '' ? `(${boundedLine(setting.type, 40)})` : value, 'muted')]
  return spread([span(setting.name)], right, columns)
}

function drawChoice({ choice, isCurrent }: ChoiceRow, columns: number): Line {
  const name = boundedLine(choice.name, 200)
  const left = [span(isCurrent ? '✓ ' : '  ', 'good'), span(name, isCurrent ? 'strong' : undefined)]
  return spread(left, isCurrent ? [span('now', 'muted')] : [], columns)
}
