/** What the page of conversations lists, in which order, and what each is. */

import type { RecordedTalk, RunningChat } from '../../event.js'
import type { Model } from '../../model/model.js'
import type { Talk } from '../../model/talk.js'
import { nameOf } from '../../model/talk-name.js'
import { type Item, matching } from '../list.js'
import type { SessionsPage } from './page.js'

export type SessionRow = Item &
  (
    | { readonly is: 'open'; readonly talk: Talk; readonly match?: string | undefined }
    | { readonly is: 'running'; readonly chat: RunningChat }
    | { readonly is: 'recorded'; readonly talk: RecordedTalk }
  )

interface Sources {
  readonly talks: readonly Talk[]
  readonly running: readonly RunningChat[]
  readonly cwd: string
  readonly rows: readonly SessionRow[]
}

const kept = new WeakMap<readonly RecordedTalk[], Sources>()
const NONE: readonly RecordedTalk[] = []

/** Every row, whatever was typed. Made anew only where something changed: there may be ten thousand. */
export function allRows(page: SessionsPage, { talks, cwd }: Model): readonly SessionRow[] {
  const recorded = page.recorded ?? NONE
  const known = kept.get(recorded)
  if (known?.talks === talks && known.running === page.running && known.cwd === cwd) return known.rows
  const open = new Set(talks.map(({ record }) => record))
  const closed = recorded.filter(({ record }) => !open.has(record))
  const rows = [
    ...talks.map(toOpenRow),
    ...page.running.filter(chat => chat.hasTerminal !== true).map(toRunningRow),
    ...page.running.filter(chat => chat.hasTerminal === true).map(toRunningRow),
    ...closed.filter(talk => talk.cwd === cwd).map(talk => toRecordedRow(talk, 'recorded in this folder')),
    ...closed.filter(talk => talk.cwd !== cwd).map(talk => toRecordedRow(talk, 'recorded elsewhere')),
  ]
  kept.set(recorded, { talks, running: page.running, cwd, rows })
  return rows
}

/** Those that match what was typed, and at the end those in which it was said. */
export function shownRows(page: SessionsPage, model: Model): readonly SessionRow[] {
  const rows = matching(allRows(page, model), page.list.query)
  const { found, list } = page
  if (found === undefined || found.query !== list.query.trim() || found.query === '') return rows
  const known = new Set(rows.map(({ id }) => id))
  const more = found.talks.map(talk => toFoundRow(talk, model)).filter(({ id }) => !known.has(id))
  return more.length === 0 ? rows : [...rows, ...more]
}

/** One that is open here is not taken up a second time. */
function toFoundRow(found: RecordedTalk, { talks }: Model): SessionRow {
  const open = talks.find(({ record }) => record === found.record)
  const row = open === undefined ? toRecordedRow(found, '') : { ...toOpenRow(open), match: found.match }
  return { ...row, heading: 'found in what was said', isAlways: true }
}

function toOpenRow(talk: Talk): SessionRow {
  const text = `${nameOf(talk)} ${talk.agent.id} ${talk.cwd}`
  return { is: 'open', id: `open ${talk.key}`, text, heading: 'open here', talk }
}

function toRunningRow(chat: RunningChat): SessionRow {
  const text = `${chat.title} ${chat.cwd}`
  const heading = chat.hasTerminal === true ? 'running in another terminal' : 'running without a terminal'
  return { is: 'running', id: `running ${chat.id}`, text, heading, chat }
}

function toRecordedRow(talk: RecordedTalk, heading: string): SessionRow {
  const text = `${talk.label ?? ''} ${talk.title} ${talk.agent} ${talk.cwd}`
  return { is: 'recorded', id: `recorded ${talk.record}`, text, heading, talk }
}
