/** How the page of conversations changes: what is typed filters titles at once, and looks into what was said when it stands still. */

import type { ChatEvent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import { chosen, NEW_LIST, updateList } from '../list.js'
import { isClosing, pressed } from '../page-key.js'
import { bodyRows } from '../page-view.js'
import { enterTalk, startTalk } from '../talk-entrance.js'
import type { SessionsPage } from './page.js'
import { type SessionRow, shownRows } from './rows.js'

/** What is typed is looked for when no key came for so long. */
const STILL_MILLISECONDS = 250
/** A letter or two are in everything. */
const LEAST_SEARCHED = 3

/** With words that are looked for at once. */
export function openSessions(model: Model, query = ''): Step {
  const list = { ...NEW_LIST, query }
  const page: SessionsPage = { is: 'sessions', list, running: [], asked: '', writtenAt: model.now }
  return [{ ...model, page }, [{ do: 'list-recorded', query: '' }]]
}

/** Hears everything that happens while the page is open. */
export function updateSessions(model: Model, page: SessionsPage, event: ChatEvent): Step {
  if (event.type === 'recorded') return [{ ...model, page: hearRecorded(page, event) }, []]
  const word = pressed(event)
  if (isClosing(word)) return [{ ...model, page: undefined }, []]
  if (word === 'enter' || word === 'alt+f') {
    const row = chosen(page.list, shownRows(page, model))
    if (row === undefined) return [model, []]
    return word === 'enter' ? take(model, row) : fork(model, page, row)
  }
  const rows = bodyRows(model.size) - 2
  const list = updateList(page.list, event, { items: shownRows(page, model), rows })
  if (list === undefined) return searchWhenStill(model, page)
  const writtenAt = list.query === page.list.query ? page.writtenAt : model.now
  return searchWhenStill(model, { ...page, list, writtenAt, note: undefined })
}

function hearRecorded(page: SessionsPage, event: ChatEvent & { readonly type: 'recorded' }): SessionsPage {
  const { query, talks, running } = event
  if (query === '') return { ...page, recorded: talks, running }
  return query === page.asked ? { ...page, found: { query, talks } } : page
}

/** Every event comes by here, ticks among them. */
function searchWhenStill(model: Model, page: SessionsPage): Step {
  const query = page.list.query.trim()
  const isStill = model.now - page.writtenAt >= STILL_MILLISECONDS
  const isDue = query.length >= LEAST_SEARCHED && query !== page.asked && isStill
  if (!isDue) return [model.page === page ? model : { ...model, page }, []]
  return [{ ...model, page: { ...page, asked: query } }, [{ do: 'list-recorded', query }]]
}

/** Whether something is going to be looked for, or is being looked for: it is worth a tick, and a word. */
export function isSearching({ list, asked, found }: SessionsPage): boolean {
  const query = list.query.trim()
  return query.length >= LEAST_SEARCHED && (asked !== query || found?.query !== query)
}

function take(model: Model, row: SessionRow): Step {
  if (row.is === 'open') return enterTalk(model, row.talk.key)
  if (row.is === 'running') return [{ ...model, page: undefined }, [{ do: 'attach', chat: row.chat.id }]]
  const { agent, cwd, record } = row.talk
  return startTalk(model, { agent, cwd, resume: record })
}

function fork(model: Model, page: SessionsPage, row: SessionRow): Step {
  const source = forkSource(row)
  if (typeof source === 'string') return [{ ...model, page: { ...page, note: source } }, []]
  return startTalk(model, source)
}

/** What it begins from, or why it cannot. */
function forkSource(row: SessionRow): { agent: string; cwd: string; fork: string } | string {
  if (row.is === 'running') return 'Take it up first: what runs elsewhere cannot be forked from here.'
  const { cwd, record } = row.talk
  if (record === undefined) return 'Nothing of it is recorded yet.'
  if (row.is === 'recorded') return { agent: row.talk.agent, cwd, fork: record }
  if (!row.talk.abilities.fork) return 'Its agent cannot fork a conversation.'
  return { agent: row.talk.agent.id, cwd, fork: record }
}
