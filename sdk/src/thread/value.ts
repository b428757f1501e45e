/** A conversation as plain JSON, so that two of them can be compared, printed, or kept. */

import type { Entry } from './entry.js'
import { equalValues, type Fields } from './fields.js'
import { metaOf } from './meta.js'
import { entriesOf, terminalsOf } from './selectors.js'
import { itemsOf } from './sequence.js'
import { outputOf, type Terminal } from './terminals.js'
import type { Thread, ThreadVersion } from './thread.js'

/** Everything about a conversation, as plain JSON. */
export interface ThreadValue {
  readonly version: ThreadVersion
  readonly entries: readonly Fields[]
  readonly terminals: readonly Fields[]
  readonly commands: readonly unknown[]
  readonly options: readonly unknown[]
  readonly modes: readonly unknown[]
  readonly notices: readonly unknown[]
  readonly modeId?: string
  readonly title?: string
  readonly updatedAt?: string
  readonly usage?: Fields
  readonly state?: Fields
}

/** What of a conversation comes back when it is told again, as plain JSON. */
export interface ThreadHistory {
  readonly version: ThreadVersion
  readonly entries: readonly Fields[]
  readonly terminals: readonly Fields[]
}

/**
 * Everything about a conversation as plain JSON: what there is to know, none of the machinery. Two threads that were
 * made from the same events have equal values. What is undefined is left out; a terminal's output is text.
 */
export function toValue(thread: Thread): ThreadValue {
  const { version, commands, options, modes, notices, modeId, title, updatedAt, usage, state } = thread
  return {
    version,
    entries: entriesOf(thread).map(toEntryValue),
    terminals: terminalsOf(thread).map(toTerminalValue),
    commands,
    options,
    modes,
    notices,
    ...(modeId === undefined ? {} : { modeId }),
    ...(title === undefined ? {} : { title }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
    ...(usage === undefined ? {} : { usage: withoutHoles({ ...usage }) }),
    ...(state === undefined ? {} : { state: withoutHoles({ ...state }) }),
  }
}

// Ids of messages last from one telling to the next only since version 2.
const HAS_LASTING_IDS: Readonly<Record<ThreadVersion, boolean>> = { 1: false, 2: true }

/**
 * What an agent can tell again when a session is loaded: the entries and its own terminals, without what only this
 * side knows (why turns ended, what it counted as cancelled, its own terminals) and, in version 1, without the ids of
 * messages, which may be others the next time. A live thread and its replay have equal histories.
 */
export function toHistory(thread: Thread): ThreadHistory {
  const { version } = thread
  const told = entriesOf(thread).filter(({ kind }) => kind !== 'stop')
  return {
    version,
    entries: told.map(entry => toEntryValue(asTold(entry, HAS_LASTING_IDS[version]))),
    terminals: terminalsOf(thread)
      .filter(({ output }) => output.unit === 'byte')
      .map(toTerminalValue),
  }
}

/** Whether two conversations have the same value: see `toValue`. */
export function equalThreads(one: Thread, other: Thread): boolean {
  return one === other || equalValues(toValue(one), toValue(other))
}

function asTold(entry: Entry, hasLastingIds: boolean): Entry {
  if (entry.kind === 'message') return hasLastingIds ? entry : { ...entry, messageId: undefined }
  if (entry.kind !== 'tool_call' || entry.cancelledFrom === undefined) return entry
  return { ...entry, status: entry.cancelledFrom, cancelledFrom: undefined }
}

function toEntryValue(entry: Entry): Fields {
  switch (entry.kind) {
    case 'message':
    case 'session_message':
      return withoutHoles({ ...entry, content: itemsOf(entry.content), meta: metaOf(entry) })
    case 'tool_call':
      return withoutHoles({ ...entry, content: itemsOf(entry.content), meta: metaOf(entry) })
    case 'compaction':
      return withoutHoles({ ...entry, summary: itemsOf(entry.summary), meta: metaOf(entry) })
    case 'subagent':
      return withoutHoles({ ...entry, meta: metaOf(entry) })
    default:
      return withoutHoles({ ...entry })
  }
}

function toTerminalValue(terminal: Terminal): Fields {
  const { text, isTruncated } = outputOf(terminal)
  return withoutHoles({ ...terminal, output: text, isTruncated, meta: metaOf(terminal) })
}

function withoutHoles(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
