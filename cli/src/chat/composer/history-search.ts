/** Looking for something that was sent before, letter by letter. What is being written stays until a find is taken. */

import type { Composer } from '../model/composer.js'
import type { Key } from '../screen/input.js'
import { charactersOf } from '../screen/width.js'
import { edit } from './edit.js'
import { refold } from './folds.js'

const MOST_QUERY = 200

export function openSearch(composer: Composer): Composer {
  return { ...composer, search: { query: '', skip: 0 }, completion: undefined, group: undefined }
}

/** What the search stands at; nothing where there is no such thing. */
export function foundIn({ history, search }: Composer): string | undefined {
  return search === undefined ? undefined : findsOf(history, search.query, search.skip + 1)[search.skip]
}

/** The latest first, each once. Capital letters count where somebody asks with one. */
function findsOf(history: readonly string[], query: string, most: number): readonly string[] {
  const isExact = query !== query.toLowerCase()
  const found = new Set<string>()
  for (let at = history.length - 1; at >= 0 && found.size < most; at--) {
    const entry = history[at] ?? ''
    if ((isExact ? entry : entry.toLowerCase()).includes(query)) found.add(entry)
  }
  return [...found]
}

/** How a search goes on. Without `isTaken` it is over, and the key is for what stands there now. */
export function searchKey(
  composer: Composer,
  key: Key,
): { readonly composer: Composer; readonly isTaken: boolean } {
  const taken = (next: Composer): { readonly composer: Composer; readonly isTaken: true } => ({
    composer: next,
    isTaken: true,
  })
  const letter = key.isControl ? key.text : ''
  if (key.name === 'escape' || letter === 'c' || letter === 'g')
    return taken({ ...composer, search: undefined })
  if (key.name === 'enter' || key.name === 'tab') return taken(takeFound(composer))
  if (key.name === 'up' || letter === 'r') return taken(skipTo(composer, 1))
  if (key.name === 'down' || letter === 's') return taken(skipTo(composer, -1))
  const query = composer.search?.query ?? ''
  if (key.name === 'backspace' || letter === 'h')
    return taken(withQuery(composer, charactersOf(query).slice(0, -1).join('')))
  if (key.name === 'character' && !key.isControl && !key.isAlt)
    return taken(withQuery(composer, query + key.text))
  return { composer: takeFound(composer), isTaken: false }
}

export function withQuery(composer: Composer, query: string): Composer {
  return { ...composer, search: { query: query.slice(0, MOST_QUERY), skip: 0 } }
}

function skipTo(composer: Composer, by: number): Composer {
  const { search, history } = composer
  if (search === undefined) return composer
  const skip = Math.max(0, search.skip + by)
  const isThere = findsOf(history, search.query, skip + 1).length > skip
  return isThere ? { ...composer, search: { ...search, skip } } : composer
}

function takeFound(composer: Composer): Composer {
  const found = foundIn(composer)
  const closed = { ...composer, search: undefined }
  if (found === undefined) return closed
  return edit(closed, { from: 0, to: closed.text.length, insert: refold(found, closed.folds) })
}
