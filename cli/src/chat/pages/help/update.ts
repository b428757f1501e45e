/** How the page of keys changes: it is scrolled, and closed. */

import type { ChatEvent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import { isClosing, pressed } from '../page-key.js'
import { bodyRows } from '../page-view.js'
import { helpLines } from './lines.js'
import type { HelpPage } from './page.js'

export function openHelp(model: Model): Step {
  return [{ ...model, page: { is: 'help', top: 0 } }, []]
}

/** Hears everything that happens while the page is open. */
export function updateHelp(model: Model, page: HelpPage, event: ChatEvent): Step {
  const word = pressed(event)
  if (word === undefined) return [model, []]
  if (isClosing(word) || ['q', '?', 'f1', 'enter'].includes(word)) return [{ ...model, page: undefined }, []]
  const top = topWithin(model, scrolled(word, page.top, bodyRows(model.size)))
  return [{ ...model, page: { is: 'help', top } }, []]
}

function scrolled(word: string, top: number, screen: number): number {
  const steps: Readonly<Record<string, number>> = {
    ...{ up: top - 1, k: top - 1, down: top + 1, j: top + 1 },
    ...{ 'page-up': top - screen + 1, 'page-down': top + screen - 1, space: top + screen - 1 },
    ...{ home: 0, g: 0, end: Number.MAX_SAFE_INTEGER, G: Number.MAX_SAFE_INTEGER },
  }
  return (Object.hasOwn(steps, word) ? steps[word] : undefined) ?? top
}

/** The last screen is a full one. */
export function topWithin({ size }: Model, top: number): number {
  const most = Math.max(0, helpLines(size.columns).length - bodyRows(size))
  return Math.min(Math.max(0, top), most)
}
