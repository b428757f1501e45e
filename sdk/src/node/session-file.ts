/** A kept session as one file: JSON, or Markdown that people can read. Both can be taken in again. */

import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import {
  exportSession,
  importSession,
  type Journal,
  type KeptEntry,
  type SessionDocument,
  SessionDocumentError,
  type SessionHeader,
  type SessionRecord,
} from '../store/index.js'
import { emptyThread, reduce, type Thread, toMarkdown } from '../thread/index.js'
import { toVersion1, toVersion2 } from '../thread/respelling.js'

// The document rides behind the text, where no renderer shows it.
const BEGINNING = '<!-- parley-session '
const ENDING = ' -->'
const IS_MARKDOWN: ReadonlySet<string> = new Set(['.md', '.markdown'])
const PRIVATE = 0o600

/** Writes a session to a file that only its owner can read: Markdown when the name ends in `.md`, else JSON. */
export async function saveSession(journal: Journal, sessionId: string, path: string): Promise<void> {
  const document = await exportSession(journal, sessionId)
  const text = isMarkdown(path) ? writeMarkdown(document) : `${JSON.stringify(document, undefined, 2)}\n`
  const draft = `${path}.${globalThis.crypto.randomUUID()}`
  try {
    await writeFile(draft, text, { mode: PRIVATE, flag: 'wx' })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/**
 * Takes in a session that `saveSession` wrote, under its own id and directory or under those of `header`. Throws a
 * `SessionDocumentError`, and keeps nothing, when the file holds no session.
 */
export async function takeSession(
  journal: Journal,
  path: string,
  header: Partial<SessionHeader> = {},
): Promise<SessionRecord> {
  const text = await readFile(path, 'utf8')
  return importSession(journal, readDocument(isMarkdown(path) ? hiddenIn(text) : text), header)
}

/** The conversation that kept entries make, in the spelling of the first of them, whichever each was kept in. */
export function toThread(entries: readonly KeptEntry[]): Thread {
  const first = entries.find(entry => 'contract' in entry)
  const isShownLater = first !== undefined && isLater(first)
  const take = (thread: Thread, entry: KeptEntry): Thread =>
    eventsOf(entry, isShownLater).reduce<Thread>(reduce, thread)
  return entries.reduce(take, emptyThread(isShownLater ? 2 : 1))
}

function isLater(entry: KeptEntry): boolean {
  return 'contract' in entry && entry.contract.startsWith('v2')
}

type Event = Parameters<typeof reduce>[1]

function eventsOf(entry: KeptEntry, isShownLater: boolean): readonly Event[] {
  if (entry.kind === 'end') return [{ type: 'end', stopReason: entry.stopReason }]
  if (entry.kind === 'prompt') {
    const content = entry.content as Extract<Event, { type: 'prompt' }>['content']
    return [{ type: 'prompt', content, messageId: entry.messageId }]
  }
  if (entry.kind !== 'update') return []
  if (isLater(entry) === isShownLater) return [entry.update]
  return isShownLater ? toVersion2(entry.update) : toVersion1(entry.update)
}

function writeMarkdown(document: SessionDocument): string {
  // Two dashes would end the comment; JSON can say them another way.
  const hidden = JSON.stringify(document).replaceAll('--', '\\u002d\\u002d').replaceAll('>', '\\u003e')
  return `${toMarkdown(toThread(document.entries))}\n${BEGINNING}${hidden}${ENDING}\n`
}

/** The comment at the very end; whatever looks like it before that is somebody's words. */
function hiddenIn(text: string): string {
  const whole = text.trimEnd()
  const start = whole.lastIndexOf(BEGINNING)
  if (start < 0 || !whole.endsWith(ENDING)) return ''
  return whole.slice(start + BEGINNING.length, -ENDING.length)
}

function readDocument(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SessionDocumentError('/', 'a session that was written by saveSession')
  }
}

function isMarkdown(path: string): boolean {
  return IS_MARKDOWN.has(extname(path).toLowerCase())
}
