/** How what is being written changes, key by key. */

import type { Effect } from '../effect.js'
import type { ChatEvent } from '../event.js'
import { type Composer, EMPTY_COMPOSER } from '../model/composer.js'
import type { Talk } from '../model/talk.js'
import type { Key } from '../screen/input.js'
import {
  choose,
  closeCompletion,
  hearSuggestions,
  isChosenThere,
  openCompletion,
  refreshCompletion,
  takeChosen,
  takesEnter,
  wordAt,
} from './completion.js'
import { edit, insert, insertOwn, insertPasted } from './edit.js'
import { refold, unfold } from './folds.js'
import { openSearch, searchKey, withQuery } from './history-search.js'
import { actionOf } from './keys.js'
import { cleanPaste, mentionsIn } from './pasted-text.js'
import { draftIn } from './recall.js'
import { textColumns } from './rows.js'
import { isShellLine } from './shell-line.js'

/** What became of a key. `isTaken` is false where it means nothing here: then it is for somebody else. */
export interface Written {
  readonly composer: Composer
  readonly effects: readonly Effect[]
  readonly isTaken: boolean
}

const MOST_HISTORY = 2_000

/** Enter, Esc, Ctrl+C and the like are taken only while they mean something here: an open completion, a search. */
export function writeKey(talk: Talk, key: Key, columns: number): Written {
  const { composer } = talk
  if (composer.search === undefined) return writeWithoutSearch(talk, key, columns)
  const searched = searchKey(composer, key)
  if (searched.isTaken) return written(searched.composer)
  const next = writeWithoutSearch({ ...talk, composer: searched.composer }, key, columns)
  return next
}

function writeWithoutSearch(talk: Talk, key: Key, columns: number): Written {
  const chosen = writeChoice(talk, key)
  if (chosen !== undefined) return chosen
  const { composer } = talk
  if (key.isControl && !key.isAlt && key.text === 'r') return written(openSearch(composer))
  const next = actionOf(key)?.(composer, textColumns(columns)) ?? typed(composer, key)
  return next === undefined ? { composer, effects: [], isTaken: false } : settled(talk, next)
}

/** `?` alone asks for help. */
function typed(composer: Composer, { name, text, isControl, isAlt }: Key): Composer | undefined {
  if (name !== 'character' || isControl || isAlt || (composer.text === '' && text === '?')) return undefined
  const clean = cleanPaste(text)
  return clean === '' ? undefined : insert(composer, clean, 'type')
}

/** A key that belongs to the list of what could be meant. */
function writeChoice(talk: Talk, { name, isControl, isAlt, isShift }: Key): Written | undefined {
  const { composer } = talk
  if (isControl || isAlt || isShift) return undefined
  const open = openCompletion(composer)
  if (open === undefined) return name === 'tab' ? openByTab(talk) : undefined
  if (name === 'up' || name === 'down') return written(choose(composer, name === 'up' ? -1 : 1))
  if (name === 'escape') return written(closeCompletion(composer))
  if (name !== 'tab' && (name !== 'enter' || !takesEnter(composer))) return undefined
  // In a folder that is written whole, Tab goes to the first thing in it.
  if (isChosenThere(composer) && open.items.length > 1) return written(choose(composer, 1))
  const { composer: taken, effects } = takeChosen(talk, composer)
  return written(taken, effects)
}

function openByTab(talk: Talk): Written | undefined {
  if (wordAt(talk.composer) === undefined) return undefined
  const { composer, effects } = refreshCompletion(talk, { ...talk.composer, closedAt: undefined })
  return written(composer, effects)
}

/** What is typed or taken out changes what could be meant; everything else ends it. */
function settled(talk: Talk, next: Composer): Written {
  if (next.text === talk.composer.text) return written(next)
  if (next.group === undefined) return written({ ...next, completion: undefined })
  const { composer, effects } = refreshCompletion(talk, next)
  return written(composer, effects)
}

function written(composer: Composer, effects: readonly Effect[] = []): Written {
  return { composer, effects, isTaken: true }
}

/** What is being written, whole, also while something that was sent before stands in its place. */
export function draftOf(composer: Composer): string {
  return unfold(draftIn(composer), composer.folds)
}

export function writePaste(talk: Talk, text: string): Written {
  const { composer } = talk
  const clean = cleanPaste(text)
  if (composer.search !== undefined)
    return written(withQuery(composer, composer.search.query + (clean.split('\n')[0] ?? '')))
  const before = composer.text.slice(0, composer.cursor)
  const isWord = /(?:^|\s)$/.test(before.slice(-1)) && !isShellLine(composer.text)
  const pasted = insertPasted(composer, (isWord ? mentionsIn(clean, talk.cwd) : undefined) ?? clean)
  return written({ ...pasted, completion: undefined, closedAt: undefined })
}

/** Answers to what the composer asked for: suggestions, an edited text, what was remembered. */
export function hear(talk: Talk, event: ChatEvent): Composer {
  const { composer, key } = talk
  if (event.type === 'suggestions') return hearSuggestions(composer, event)
  if (event.type === 'edited' && event.talk === key && event.text !== undefined)
    return replaceText(composer, event.text)
  if (event.type === 'talk' && event.talk === key && event.news.is === 'remembered')
    return recollect(composer, event.news)
  return composer
}

/** A draft that comes after somebody began to write; nothing where there is a place for it, or nothing in it. */
export function besides({ text, recall }: Composer, draft: string): string | undefined {
  const clean = cleanPaste(draft)
  const isFree = text === '' && recall === undefined
  return isFree || clean.trim() === '' || clean === text ? undefined : clean
}

/** Nothing takes the place of what is being written: a draft is then the latest of what can be called back. */
function recollect(
  composer: Composer,
  { draft, history }: { readonly draft: string; readonly history: readonly string[] },
): Composer {
  const late = besides(composer, draft)
  const all = { ...composer, history: bounded([...history, ...composer.history]) }
  if (late !== undefined) return withLatest(all, late)
  const text = cleanPaste(draft)
  const isThere = text === '' || composer.text !== '' || composer.recall !== undefined
  return isThere ? all : { ...insertOwn(all, text), undo: all.undo, group: undefined }
}

/** Whoever looks at something that was sent before still does. */
function withLatest(composer: Composer, text: string): Composer {
  const { history, recall } = composer
  const shifted = recall && {
    ...recall,
    back: recall.back + 1,
    changed: new Map(Array.from(recall.changed, ([back, changed]) => [back + 1, changed])),
  }
  return { ...composer, history: bounded([...history, text]), recall: shifted }
}

const bounded = (history: readonly string[]): readonly string[] => history.slice(-MOST_HISTORY)

/** Puts a text in the place of what stands there, which can be undone. */
export function replaceText(composer: Composer, text: string): Composer {
  const clean = refold(cleanPaste(text), composer.folds)
  const closed = { ...composer, completion: undefined, search: undefined, closedAt: undefined }
  if (clean === composer.text) return { ...closed, cursor: clean.length }
  return edit(closed, { from: 0, to: closed.text.length, insert: clean })
}

/** Empty, as after sending; what was sent is in the history, and before it what was being written when it was recalled. */
export function afterSending(composer: Composer): Composer {
  const { text, folds, history, killed, recall, nextTicket } = composer
  const sent = [recall?.draft ?? '', text].map(each => unfold(each, folds)).filter(each => each.trim() !== '')
  const all = [...history]
  for (const each of sent) if (all.at(-1) !== each) all.push(each)
  return { ...EMPTY_COMPOSER, history: bounded(all), killed: unfold(killed, folds), nextTicket }
}
