/** How the page changes on which one goes through a conversation. */

import { itemAt } from '@parley/acp/thread'
import type { ChatEvent } from '../../event.js'
import { activeTalk, type Model, type Step } from '../../model/model.js'
import { isAsIf } from '../../model/own-words.js'
import { toggleThoughts } from '../../update/thoughts.js'
import { pressed } from '../page-key.js'
import { writeQuery } from '../query.js'
import { reveal } from './layout.js'
import { movedTo, moveOf } from './movement.js'
import type { BrowsePage } from './page.js'
import { type DrawEntry, isOpen, type Scene, sceneOf } from './scene.js'
import { findNext, turnedWith } from './search.js'

/** At the end, with the last entry chosen. */
export function openBrowse(model: Model): Step {
  return openBrowseAt(model, 'end')
}

/** At the last tool call, which is opened; at the last prompt; or at the end. */
export function openBrowseAt(model: Model, at: 'last-tool' | 'last-prompt' | 'end'): Step {
  const talk = activeTalk(model)
  const { slots } = talk.thread
  const page: BrowsePage = { is: 'browse', place: 'end', turned: new Set(), seen: slots.length }
  const slot = at === 'end' ? -1 : lastSlot(model, at)
  const entry = itemAt(slots, slot)
  if (entry === undefined) return [{ ...model, page }, []]
  const turned =
    at === 'last-tool' && !isOpen(entry, slot, { talk, turned: page.turned }) ? new Set([slot]) : page.turned
  return [{ ...model, page: { ...page, place: { chosen: slot, top: { slot, line: 0 } }, turned } }, []]
}

function lastSlot(model: Model, at: 'last-tool' | 'last-prompt'): number {
  const talk = activeTalk(model)
  const { slots } = talk.thread
  for (let slot = slots.length - 1; slot >= 0; slot--) {
    const entry = itemAt(slots, slot)
    const isTool = entry?.kind === 'tool_call'
    const isPrompt = entry?.kind === 'message' && entry.role === 'user' && !isAsIf(entry, slot, talk)
    if (at === 'last-tool' ? isTool : isPrompt) return slot
  }
  return -1
}

/** Hears everything that happens while the page is open. */
export function updateBrowse(model: Model, page: BrowsePage, event: ChatEvent): Step {
  return browse(model, page, { event })
}

/** The same with whoever draws the entries. */
export function browse(
  model: Model,
  page: BrowsePage,
  { event, draw }: { readonly event: ChatEvent; readonly draw?: DrawEntry | undefined },
): Step {
  const word = pressed(event)
  if (word === 'ctrl+c') return [{ ...model, page: undefined }, []]
  if (page.search?.isWriting === true)
    return writeSearch(sceneOf(model, page, draw), page.search.query, event)
  if (word === undefined) return [model, []]
  if (word === 'escape' || word === 'q') return [{ ...model, page: undefined }, []]
  if (word === 'ctrl+t') return toggleThoughts(model, activeTalk(model))
  if (word === '/') return [{ ...model, page: { ...page, search: { query: '', isWriting: true } } }, []]
  return [{ ...model, page: pageAfter(sceneOf(model, page, draw), word) }, []]
}

function pageAfter(scene: Scene, word: string): BrowsePage {
  const { page, place } = scene
  if (place === undefined) return page
  if (word === 'enter' || word === 'space' || word === 'ctrl+e') return turned(scene, place.chosen)
  if ((word === 'n' || word === 'N') && page.search !== undefined)
    return findNext(scene, page.search.query, { step: word === 'n' ? -1 : 1 })
  const move = moveOf(word)
  return move === undefined ? page : movedTo(scene, move(scene, place))
}

/** Opens or closes the chosen one, whose beginning stays in sight. */
function turned(scene: Scene, slot: number): BrowsePage {
  const { model, page, place, draw } = scene
  if (place === undefined) return page
  const other = sceneOf(model, { ...page, place, turned: turnedWith(page, slot) }, draw)
  const top = reveal(other.layout, { chosen: slot, top: other.place?.top ?? place.top }, other.rows)
  return { ...movedTo({ ...other, page: { ...other.page, place: page.place } }, { chosen: slot, top }) }
}

function writeSearch(scene: Scene, query: string, event: ChatEvent): Step {
  const { model, page } = scene
  const word = pressed(event)
  if (word === 'escape' || (word === 'backspace' && query === ''))
    return [{ ...model, page: { ...page, search: undefined, note: undefined } }, []]
  if (word === 'enter') {
    const found =
      query === '' ? { ...page, search: undefined } : findNext(scene, query, { step: -1, isFirst: true })
    return [{ ...model, page: found }, []]
  }
  const next = writeQuery(query, event)
  if (next === undefined) return [model, []]
  return [{ ...model, page: { ...page, search: { query: next, isWriting: true } } }, []]
}
