/** `parley sessions --from`: what an agent itself has kept, and, with `--sync`, taken into the records of this side. */

import { isAbsolute } from 'node:path'
import type { SessionInfo, SessionUpdate } from '@parley/acp/client'
import { boundedLine, sanitizeLine } from '@parley/acp/guard'
import type { DiskJournal } from '@parley/acp/node'
import { EXIT } from '../exit-code.js'
import { toWhen } from '../listing/moment.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import { toTable } from '../listing/table.js'
import { toHeader } from '../record/conversation.js'
import { allConversations, withShelf } from '../record/shelf.js'
import type { Shell } from '../shell.js'
import { Retelling } from './retelling.js'
import { ask, type Visited, visit } from './visit.js'

export interface FromOptions {
  readonly from: string
  readonly sync?: boolean | undefined
  readonly cwd?: string | undefined
  readonly limit: number
  readonly format: 'text' | 'json'
}

const COLUMNS = [
  { name: 'SESSION', least: 12 },
  { name: 'WHEN' },
  { name: 'DIRECTORY', least: 12 },
  { name: 'TITLE', least: 16 },
  { name: 'HERE' },
]
const LINE = 256

/** One conversation of the agent, and the id of its record on this side where there is one. */
interface Kept extends SessionInfo {
  readonly recordedAs?: string | undefined
}

export async function listFromAgent(options: FromOptions, shell: Shell): Promise<number> {
  const kept = await withShelf(shell, async journal => {
    const here = await allConversations(journal)
    // Under its own id, as a run records it, whichever name was typed.
    return visit(options.from, { shell }, async (client, agent) => {
      const found = await ask(options.from, 'list its conversations', () => listed(client, options))
      const toKept = (info: SessionInfo): Kept => {
        // The latest: an agent that gives an id again means the last one by it.
        const own = here.find(each => each.agent === agent && each.sessionId === info.sessionId)
        return own === undefined ? info : { ...info, recordedAs: own.id }
      }
      const known = found.map(toKept)
      if (options.sync !== true) return known
      return sync({ client, journal, shell, agent }, known)
    })
  })
  if (options.format === 'json') await print(shell.stdout, toSafeJsonText(kept.map(toJson)))
  else
    await print(
      shell.stdout,
      toTable(
        COLUMNS,
        kept.map(each => toCells(each, shell)),
        shell.stdout,
      ),
    )
  const isComplete = options.sync !== true || kept.every(({ recordedAs }) => recordedAs !== undefined)
  return isComplete ? EXIT.ok : EXIT.error
}

async function listed(client: Visited, { cwd, limit }: FromOptions): Promise<readonly SessionInfo[]> {
  const found: SessionInfo[] = []
  for await (const info of client.listSessions(cwd === undefined ? {} : { cwd })) {
    found.push(info)
    if (found.length >= limit) break
  }
  return found
}

interface Sync {
  readonly client: Visited
  readonly journal: DiskJournal
  readonly shell: Shell
  readonly agent: string
}

/** One that cannot be loaded is told, and keeps nobody from the others. */
async function sync(place: Sync, all: readonly Kept[]): Promise<readonly Kept[]> {
  const synced: Kept[] = []
  for (const info of all) {
    if (info.recordedAs !== undefined) {
      synced.push(info)
      continue
    }
    try {
      const recordedAs = await ask(place.agent, 'tell a conversation again', () => bring(place, info))
      synced.push({ ...info, recordedAs })
    } catch (error) {
      const why = sanitizeLine(error instanceof Error ? error.message : String(error))
      await print(
        place.shell.stderr,
        `parley: ${boundedLine(info.sessionId, LINE)} was not taken in: ${why}\n`,
      )
      synced.push(info)
    }
  }
  return synced
}

/** Has a conversation told again, and keeps what is told. What was told by halves is not kept. */
async function bring({ client, journal, agent }: Sync, info: SessionInfo): Promise<string> {
  const { sessionId, cwd, title, updatedAt } = info
  if (!isAbsolute(cwd)) throw new Error('the directory that the agent names is not absolute')
  const at = Date.parse(updatedAt ?? '') || Date.now()
  const header = toHeader({ agent, sessionId, cwd }, at)
  const log = await journal.create({ ...header, ...(title == null ? {} : { title }) })
  try {
    const retelling = new Retelling(log, { at, contract: client.version === 2 ? 'v2' : 'v1' })
    const onUpdate = (update: SessionUpdate): Promise<void> => retelling.keep(update)
    const session = await client.loadSession({ sessionId, cwd, onUpdate })
    await retelling.settled()
    await session.close().catch(() => {})
    await retelling.end()
    await log.release()
  } catch (error) {
    await log.release().catch(() => {})
    await journal.delete(header.id).catch(() => {})
    throw error
  }
  return header.id
}

function toCells(
  { sessionId, updatedAt, cwd, title, recordedAs }: Kept,
  { stdout }: Shell,
): readonly string[] {
  const at = Date.parse(updatedAt ?? '')
  const when = Number.isNaN(at) ? '' : toWhen(at, stdout)
  return [
    ...[boundedLine(sessionId, LINE), when, boundedLine(cwd, LINE), boundedLine(title ?? '', LINE)],
    recordedAs?.slice(0, 8) ?? '',
  ]
}

function toJson({ sessionId, updatedAt, cwd, title, recordedAs }: Kept): object {
  return { sessionId, cwd, title: title ?? undefined, updated: updatedAt ?? undefined, recordedAs }
}
