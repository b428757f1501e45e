/** What can be done with a conversation from a menu: which of it is offered, and how it is done. */

import type { IconName } from '../parts/icon-shapes.js'
import type { Means } from '../state/context.js'
import { desk } from './desk.js'
import type { ExportForm } from './export-file.js'
import type { SessionAbilities, SessionRow } from './session-row.js'

export type SessionVerb =
  | 'open'
  | 'rename'
  | 'fork'
  | 'export-markdown'
  | 'export-text'
  | 'export-json'
  | 'answers'
  | 'archive'
  | 'restore'
  | 'leave'
  | 'delete'

interface VerbWords {
  readonly label: string
  readonly icon: IconName
  readonly key?: string
}

export const VERB_WORDS: Readonly<Record<SessionVerb, VerbWords>> = {
  open: { label: 'Open', icon: 'comment', key: 'Enter' },
  rename: { label: 'Rename', icon: 'edit', key: 'F2' },
  fork: { label: 'Fork', icon: 'fork' },
  'export-markdown': { label: 'Export as Markdown', icon: 'download' },
  'export-text': { label: 'Export as text', icon: 'download' },
  'export-json': { label: 'Export as JSON', icon: 'download' },
  answers: { label: 'Lasting answers…', icon: 'key' },
  archive: { label: 'Archive', icon: 'archive' },
  restore: { label: 'Take out of the archive', icon: 'archive' },
  leave: { label: 'Close in this window', icon: 'cross' },
  delete: { label: 'Delete…', icon: 'delete', key: 'Delete' },
}

/** In the order in which they stand; what the agent cannot do is not there. */
export function verbsFor(row: SessionRow, abilities: SessionAbilities): readonly SessionVerb[] {
  const archiving = row.isArchived ? 'restore' : 'archive'
  const offered: readonly (SessionVerb | false)[] = [
    'open',
    abilities.rename && 'rename',
    abilities.fork && 'fork',
    'export-markdown',
    'export-text',
    'export-json',
    row.isOpen && abilities.workspace && 'answers',
    abilities.archive && archiving,
    row.isOpen && 'leave',
    abilities.delete && 'delete',
  ]
  return offered.filter(verb => verb !== false)
}

interface Deed {
  readonly row: SessionRow
  readonly verb: SessionVerb
  readonly from?: 'list' | 'bar'
}

const FORMS: Readonly<Partial<Record<SessionVerb, ExportForm>>> = {
  'export-markdown': 'markdown',
  'export-text': 'text',
  'export-json': 'json',
}

export async function perform(means: Means, { row, verb, from = 'list' }: Deed): Promise<void> {
  const { actions } = means
  const form = FORMS[verb]
  if (form !== undefined) return await exportTalk(means, row, form)
  if (verb === 'open') return actions.selectTalk(row.key)
  if (verb === 'rename') return desk.setState({ renaming: { key: row.key, in: from } })
  if (verb === 'delete') return desk.setState({ deleting: row })
  if (verb === 'answers') return desk.setState({ answersOf: row.key })
  if (verb === 'leave') return await actions.leaveTalk(row.key)
  if (verb === 'fork') {
    const forked = await actions.forkTalk(row.key)
    return forked === undefined ? undefined : actions.selectTalk(forked)
  }
  await actions.archiveTalk(row.key, verb === 'archive')
}

// Only what is open here has been told; the rest is asked for first.
async function exportTalk({ actions, store }: Means, row: SessionRow, form: ExportForm): Promise<void> {
  if (store.getState().talks.get(row.key) === undefined) await actions.openTalk(row.key)
  const talk = store.getState().talks.get(row.key)
  if (talk === undefined) return
  // Rarely wanted, and large: its code comes when it is.
  const { download, toExportFile } = await import('./export-file.js')
  download(toExportFile(talk.thread, row.title, form))
}
