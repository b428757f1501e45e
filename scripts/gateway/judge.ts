/** Holds what clients saw, asked and were told against what the gateway has in its files, when all is over. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionUpdate } from '@parley/acp/client'
import { diskJournal } from '@parley/acp/node'
import type { KeptEntry } from '@parley/acp/store'
import { Conversation } from './conversation.js'
import type { GatewayProcess } from './gateway-process.js'
import type { Report, Seen } from './order.js'

interface Fields {
  readonly [name: string]: unknown
}

/** What the gateway has of one session. */
interface Kept {
  readonly sessionId: string
  readonly events: ReadonlyMap<number, Fields>
}

/** How much was held against each other, and what was wrong. */
export interface Verdict {
  readonly flaws: readonly string[]
  readonly sessions: number
  readonly seen: number
  readonly asked: number
  readonly threads: number
  readonly deleted: number
  /** Sessions whose openers never heard of them: the gateway was killed while it answered. */
  readonly unclaimed: number
}

export async function judge(gateway: GatewayProcess, reports: readonly Report[]): Promise<Verdict> {
  const kept = await readAll(join(gateway.state, 'sessions'))
  const bySession = new Map([...kept.values()].map(each => [each.sessionId, each]))
  const deleted = new Set(reports.flatMap(({ passing }) => passing.map(({ sessionId }) => sessionId)))
  const asked = reports.flatMap(each => each.asked)
  const threads = reports.flatMap(each => each.threads)
  const known = new Set(reports.flatMap(({ opened }) => opened))
  const flaws = [
    ...reports.flatMap(each => each.flaws),
    ...reports.flatMap(({ seen }) => seen.flatMap(each => flawOfSeen(each, kept, deleted))),
    ...asked.flatMap(each => (deleted.has(each.sessionId) ? [] : flawOfAsked(each, bySession))),
    ...flawsOfCarryingOut(gateway, asked),
    ...threads.flatMap(each => flawOfThread(each, bySession)),
    ...[...deleted].flatMap(sessionId => flawOfDeleted(sessionId, gateway, bySession)),
    ...flawsOfFiles(gateway),
  ]
  return {
    ...{ flaws, sessions: kept.size, asked: asked.length, threads: threads.length, deleted: deleted.size },
    seen: reports.reduce((sum, { seen }) => sum + seen.length, 0),
    unclaimed: [...bySession.keys()].filter(sessionId => !known.has(sessionId)).length,
  }
}

/** By epoch, everything that the journal has. */
async function readAll(directory: string): Promise<ReadonlyMap<string, Kept>> {
  const journal = diskJournal({ directory, isSynced: true })
  const found = new Map<string, Kept>()
  let cursor: string | undefined
  do {
    const page = await journal.list(cursor === undefined ? {} : { cursor })
    for (const { id, facts = {} } of page.sessions)
      found.set(String(facts.epoch), {
        sessionId: String(facts.sessionId),
        events: await eventsOf(journal.read(id)),
      })
    cursor = page.nextCursor
  } while (cursor !== undefined)
  await journal.close()
  return found
}

async function eventsOf(entries: AsyncIterable<KeptEntry>): Promise<ReadonlyMap<number, Fields>> {
  const events = new Map<number, Fields>()
  for await (const entry of entries) if (entry.kind === 'event') events.set(entry.seq, entry.event as Fields)
  return events
}

/** Everything that was told under a number is there under that number, and says the same. */
function flawOfSeen(
  { event, sessionId, message }: Seen,
  kept: ReadonlyMap<string, Kept>,
  deleted: ReadonlySet<string>,
): readonly string[] {
  const [epoch = '', number] = event.split('.')
  const session = kept.get(epoch)
  if (session === undefined)
    return deleted.has(sessionId) ? [] : [`${event} was told in ${sessionId}, of which there is nothing`]
  const found = session.events.get(Number(number))
  if (found === undefined) return [`${event} was told, and is not in the log`]
  const isSame =
    message.method === 'session/update' ? same(found.params, message.params) : isKind(found, message)
  return isSame ? [] : [`${event} was told as ${JSON.stringify(message)}, and is ${JSON.stringify(found)}`]
}

function isKind({ type, method, params, answer }: Fields, message: Seen['message']): boolean {
  if (type === 'question')
    return method === message.method && (params === undefined || same(params, message.params))
  if (type === 'response' || type === 'reply') return same((answer as Fields).result, message.result)
  return type === 'answered' && message.method !== undefined
}

/** Each prompt that was answered is in the history, and answered there as its client was told. */
function flawOfAsked(
  { sessionId, text, end }: Report['asked'][number],
  kept: ReadonlyMap<string, Kept>,
): readonly string[] {
  const events = [...(kept.get(sessionId)?.events ?? [])]
  const prompts = events.filter(([, { type, params }]) => type === 'prompt' && textOf(params) === text)
  const [prompt] = prompts
  if (prompt === undefined) return [`${sessionId}: "${text}" was answered, and is not in the history`]
  if (prompts.length > 1) return [`${sessionId}: "${text}" is in the history ${prompts.length} times`]
  const answers = events.filter(([, event]) => event.type === 'response' && event.prompt === prompt[0])
  const told = answers.map(([, { answer }]) => ((answer as Fields).result as Fields | undefined)?.stopReason)
  return same(told, [end])
    ? []
    : [`${sessionId}: "${text}" ended with ${end}, and with ${told} in the history`]
}

function flawsOfCarryingOut({ carriedOut }: GatewayProcess, asked: Report['asked']): readonly string[] {
  const times = new Map<string, number>()
  for (const line of carriedOut) times.set(line, (times.get(line) ?? 0) + 1)
  const twice = [...times].filter(([, count]) => count > 1).map(([line]) => `${line} was carried out twice`)
  const never = asked
    .filter(({ sessionId, text, end }) => end === 'end_turn' && !times.has(`${sessionId} ${text}`))
    .map(({ text }) => `"${text}" was never carried out, and ended well`)
  return [...twice, ...never]
}

/** Every client's conversation is the gateway's, by value. */
function flawOfThread(
  { sessionId, entries }: Report['threads'][number],
  kept: ReadonlyMap<string, Kept>,
): readonly string[] {
  const session = kept.get(sessionId)
  if (session === undefined) return [`${sessionId} is gone`]
  const truth = new Conversation(sessionId)
  for (const { type, method, params } of session.events.values())
    if ((type === 'told' || type === 'echo') && method === 'session/update')
      truth.hear((params as { readonly update: SessionUpdate }).update)
  const differing = truth.entries.findIndex((entry, place) => !same(entry, entries[place]))
  if (differing < 0 && truth.entries.length === entries.length) return truth.flaws
  const place = differing < 0 ? truth.entries.length : differing
  const [here, there] = [truth.entries[place], entries[place]].map(entry => JSON.stringify(entry))
  return [`${sessionId}: a client's thread differs at ${place}: ${there} instead of ${here}`, ...truth.flaws]
}

function flawOfDeleted(
  sessionId: string,
  { folder }: GatewayProcess,
  kept: ReadonlyMap<string, Kept>,
): readonly string[] {
  if (kept.has(sessionId)) return [`${sessionId} was deleted, and is there`]
  return existsSync(join(folder, 'agent', sessionId))
    ? [`${sessionId} was deleted, and its agent has it`]
    : []
}

/** Nothing of a gateway that ended in order is left but sessions, their index, that of its lock, tokens and the audit log. */
function flawsOfFiles({ state }: GatewayProcess): readonly string[] {
  const expected = [
    /^audit\/(audit|refusals)\.ndjson$/,
    /^token$/,
    /^tokens\.json$/,
    /^sessions\/([0-9a-f]{64}|\.index)\.ndjson$/,
    /^\.gateway\/\.index\.ndjson$/,
  ]
  const names = readdirSync(state, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile())
    .map(each => join(each.parentPath, each.name).slice(state.length + 1))
  // That of a gateway that was killed is taken over when somebody wants the session again.
  const isLock = (name: string): boolean => names.includes(`${name.replace('.locks/', '')}.ndjson`)
  return names
    .filter(name => !isLock(name) && !expected.some(pattern => pattern.test(name)))
    .map(name => `${name} was left behind`)
}

function textOf(params: unknown): unknown {
  return ((params as Fields).prompt as readonly Fields[])[0]?.text
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
