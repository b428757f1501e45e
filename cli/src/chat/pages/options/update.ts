/** How the page of settings changes: first a setting is chosen, then its value. */

import type { ChatEvent } from '../../event.js'
import { activeTalk, type Model, type Step } from '../../model/model.js'
import { choose, chosen, matching, NEW_LIST, updateList } from '../list.js'
import { pressed } from '../page-key.js'
import { bodyRows } from '../page-view.js'
import type { OptionsPage } from './page.js'
import { choiceRows, type SettingRow, settingEffect, settingRows } from './settings.js'

export function openOptions(model: Model): Step {
  return [{ ...model, page: { is: 'options', list: NEW_LIST } }, []]
}

/** Hears everything that happens while the page is open. */
export function updateOptions(model: Model, page: OptionsPage, event: ChatEvent): Step {
  const word = pressed(event)
  if (word === 'ctrl+c' || word === 'ctrl+o') return [{ ...model, page: undefined }, []]
  const settings = settingRows(activeTalk(model).facts)
  const open = settings.find(({ id }) => id === page.open?.id)
  if (open !== undefined && page.open !== undefined)
    return updateChoices(model, { page, setting: open, open: page.open }, event)
  if (word === 'escape') return [{ ...model, page: undefined }, []]
  if (word === 'enter' || word === 'right') {
    const setting = chosen(page.list, matching(settings, page.list.query))
    return setting === undefined ? [model, []] : take(model, page, setting)
  }
  const list = updateList(page.list, event, { items: settings, rows: bodyRows(model.size) - 4 })
  return list === undefined ? [model, []] : [{ ...model, page: { is: 'options', list } }, []]
}

function take(model: Model, page: OptionsPage, setting: SettingRow): Step {
  const { type, value, name } = setting
  if (type === 'boolean') return [model, [settingEffect(activeTalk(model), setting, value !== true)]]
  const choices = choiceRows(setting)
  if (type !== 'select' || choices.length === 0) {
    const note = `${name} cannot be set from here: its kind is not known.`
    return [{ ...model, page: { ...page, note } }, []]
  }
  const current = choices.findIndex(({ isCurrent }) => isCurrent)
  const list = choose(NEW_LIST, choices, Math.max(0, current))
  return [{ ...model, page: { ...page, note: undefined, open: { id: setting.id, list } } }, []]
}

interface Opened {
  readonly page: OptionsPage
  readonly setting: SettingRow
  readonly open: NonNullable<OptionsPage['open']>
}

function updateChoices(model: Model, { page, setting, open }: Opened, event: ChatEvent): Step {
  const word = pressed(event)
  const closed = { ...model, page: { ...page, open: undefined } }
  if (word === 'escape' || word === 'left') return [closed, []]
  const items = choiceRows(setting)
  if (word === 'enter') {
    const row = chosen(open.list, matching(items, open.list.query))
    if (row === undefined) return [model, []]
    return [closed, row.isCurrent ? [] : [settingEffect(activeTalk(model), setting, row.choice.value)]]
  }
  const list = updateList(open.list, event, { items, rows: bodyRows(model.size) - 4 })
  if (list === undefined) return [model, []]
  return [{ ...model, page: { ...page, open: { ...open, list } } }, []]
}
