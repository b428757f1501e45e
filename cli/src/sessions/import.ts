/** `parley sessions import`: takes in a conversation that was exported, here or on another machine. */

import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { cutCharacters, sanitizeLine } from '@parley/acp/guard'
import {
  importSession,
  SessionDocumentError,
  type SessionFacts,
  type SessionHeader,
  type SessionRecord,
} from '@parley/acp/store'
import { isAgentId } from '../agents/agent-id.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import { type Conversation, toConversation } from '../record/conversation.js'
import { allConversations, unusedId, withShelf } from '../record/shelf.js'
import type { Shell } from '../shell.js'
import { resumeCommand, titleOf, toJson } from './shown-conversation.js'

export interface ImportOptions {
  /** Whose conversation it is, where the document does not say. */
  readonly agent?: string | undefined
  /** Where it goes on; here unless said otherwise. */
  readonly cwd?: string | undefined
  readonly format: 'text' | 'json'
}

/** Of no agent's: to go on, somebody must name one. */
const UNKNOWN = 'unknown'
const MOST_BYTES = 512 * 1024 * 1024
const MOST_CHARACTERS = 4_096

export async function importConversation(
  file: string,
  options: ImportOptions,
  shell: Shell,
): Promise<number> {
  const document = await read(file, shell)
  const record = await withShelf(shell, async journal => {
    const header = toHeader(document, options, shell.cwd)
    const { agent, sessionId, started } = header.facts
    // An agent may give an id again, but not at the same moment.
    const own = (await allConversations(journal)).find(
      each => each.agent === agent && each.sessionId === sessionId && each.started === started,
    )
    if (own !== undefined) throw taken(own.id)
    const id = await unusedId(journal, header.facts)
    return importSession(journal, document, { ...header, id }).catch(refuse)
  })
  const conversation = toConversation(record)
  if (options.format === 'json') await print(shell.stdout, toSafeJsonText(toJson(conversation)))
  else await print(shell.stdout, told(conversation))
  return EXIT.ok
}

async function read(file: string, shell: Shell): Promise<unknown> {
  const path = resolve(shell.cwd, file)
  let text: string
  try {
    if ((await stat(path)).size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`)
    text = await readFile(path, 'utf8')
  } catch (error) {
    const why = error instanceof Error ? sanitizeLine(error.message) : ''
    throw new Failure(`${sanitizeLine(path)} could not be read: ${why}`, {
      exitCode: EXIT.usage,
      cause: error,
    })
  }
  try {
    return JSON.parse(text)
  } catch {
    return refuse(new SessionDocumentError('/', 'JSON'))
  }
}

interface Header extends Partial<SessionHeader> {
  readonly facts: Pick<Conversation, 'agent' | 'sessionId' | 'started'> & SessionFacts
}

/**
 * What is said of it here. Its own id may be anything, so that of its record is made anew. Whoever takes it up starts its
 * agent: a document may name one that is known here, but no command line, no directory and no name to take it up by.
 */
function toHeader(document: unknown, { agent, cwd }: ImportOptions, here: string): Header {
  // Checked by `importSession` before anything is kept; until then nothing in it is believed.
  const { session, entries } = Object(document) as { session?: unknown; entries?: unknown }
  const record = Object(session) as Partial<SessionRecord>
  const known = toConversation({ cwd: '', createdAt: 0, updatedAt: 0, isArchived: false, ...record, id: '' })
  const own = record.facts === undefined ? undefined : known
  const whose = bounded(agent ?? (isAgentId(own?.agent ?? '') ? own?.agent : undefined) ?? UNKNOWN)
  const sessionId = bounded(own?.sessionId || String(record.id))
  // Nothing was said later than now: else it would be the last conversation for ever.
  const now = Date.now()
  const times = { started: Math.min(known.started, now), lastAt: Math.min(known.updated, now) }
  const opening = known.opening === undefined ? {} : { opening: bounded(known.opening) }
  const facts = { agent: whose, sessionId, ...opening, turns: turnsIn(entries), ...times }
  return { cwd: resolve(here, cwd ?? '.'), facts }
}

function bounded(text: string): string {
  return cutCharacters(text, MOST_CHARACTERS)
}

function turnsIn(entries: unknown): number {
  const list: readonly unknown[] = Array.isArray(entries) ? entries : []
  return list.filter(each => (Object(each) as { kind?: unknown }).kind === 'prompt').length
}

function taken(id: string): Failure {
  return new Failure('This conversation is here already.', {
    reason: 'session_exists',
    cure: `\`parley sessions rm ${id}\` removes the record that is here.`,
  })
}

function refuse(error: unknown): never {
  if (!(error instanceof SessionDocumentError)) throw error
  throw new Failure(`This is no exported session: ${sanitizeLine(error.message)}.`, {
    ...{ exitCode: EXIT.usage, reason: 'invalid_document', cause: error },
    cure: '`parley sessions export <id> --format session` writes one.',
  })
}

function told(conversation: ReturnType<typeof toConversation>): string {
  const { id, agent, turns } = conversation
  const what = sanitizeLine(`${titleOf(conversation) || 'A conversation'} with ${agent}`)
  const whose = agent === UNKNOWN ? ' --agent <whose it is>' : ''
  return `${id}  ${what}, ${turns} ${turns === 1 ? 'turn' : 'turns'}\nTo go on: ${resumeCommand({ id })}${whose}\n`
}
