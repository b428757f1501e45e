/** Drawings of entries that tests can read: how many lines each makes is known. */
import { type Entry, textOf } from '@parley/acp/thread'
import type { Model, Step } from '../../model/model.js'
import { lineOf } from '../../screen/line.js'
import { key, modelOf, talkOf } from '../page.fixture.js'
import { drawScene } from './draw.js'
import { type DrawEntry, sceneOf } from './scene.js'
import { browse, openBrowseAt } from './update.js'

/** A message is its lines; a tool call its title, and when open three lines more; a thought is there only when open. */
export const plainly: DrawEntry = (entry: Entry, _talk, { isOpen }) => {
  if (entry.kind === 'message' && entry.role === 'thought' && !isOpen) return []
  if (entry.kind === 'message') {
    const lines = textOf(entry).split('\n')
    const shown = isOpen ? lines : lines.slice(0, 1)
    return shown.map((text, index) => lineOf(`${index === 0 ? `${entry.role}: ` : ''}${text}`))
  }
  if (entry.kind !== 'tool_call') return []
  const inside = [1, 2, 3].map(number => lineOf(`   ${entry.title} inside ${number}`))
  return [lineOf(`${isOpen ? '▾' : '▸'} ${entry.title}`), ...(isOpen ? inside : [])]
}

export const withThread = (
  thread: Parameters<typeof talkOf>[1] & object,
  fields: Partial<Model> = {},
): Model => modelOf({ size: { columns: 50, rows: 10 }, talks: [talkOf('talk-1', thread)], ...fields })

export function press(model: Model, ...words: readonly string[]): Model {
  return words.reduce((each, word) => pressOne(each, word)[0], model)
}

function pressOne(model: Model, word: string): Step {
  if (model.page?.is !== 'browse') throw new Error('the page is closed')
  return browse(model, model.page, { event: key(word), draw: plainly })
}

export const opened = (model: Model, at: Parameters<typeof openBrowseAt>[1] = 'end'): Model =>
  openBrowseAt(model, at)[0]

export function look(model: Model) {
  if (model.page?.is !== 'browse') throw new Error('the page is closed')
  return drawScene(sceneOf(model, model.page, plainly))
}
