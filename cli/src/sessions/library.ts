/** All conversations of this user on this machine: those that were recorded here, and those that gateways keep, which only they write. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DiskJournal } from '@parley/acp/node'
import { exportSession, type KeptEntry, type SessionDocument } from '@parley/acp/store'
import type { KeptSession, KeptSessions } from '@parley/gateway'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { configFile, stateFolder } from '../own-folder.js'
import type { Conversation } from '../record/conversation.js'
import { demand, pick } from '../record/find-conversation.js'
import { allConversations, withShelf } from '../record/shelf.js'
import type { Shell } from '../shell.js'

/** Who keeps it: this command, or the gateway of `parley web` or `parley serve`. */
export type Keeper = 'records' | 'web' | 'serve'

export interface ShelvedConversation extends Conversation {
  readonly keeper: Keeper
  /** The folder in which it is kept. */
  readonly folder: string
  /** Somebody has put it away. */
  readonly isArchived: boolean
}

/** What a gateway has kept. */
interface Gallery {
  readonly keeper: Keeper
  readonly folder: string
  readonly kept: KeptSessions
}

export class Library {
  readonly #journal: DiskJournal
  readonly #galleries: readonly Gallery[]

  constructor(journal: DiskJournal, galleries: readonly Gallery[]) {
    this.#journal = journal
    this.#galleries = galleries
  }

  /** The latest first. Of long ones that a gateway keeps, turns are counted when they are completed. */
  async all(): Promise<readonly ShelvedConversation[]> {
    const { directory: folder } = this.#journal
    const recorded = (await allConversations(this.#journal)).map(
      (each): ShelvedConversation => ({ ...each, keeper: 'records', folder, isArchived: false }),
    )
    const known = new Set(recorded.map(nameOf))
    const kept = await Promise.all(
      this.#galleries.map(async gallery =>
        (await gallery.kept.list()).map(session => toShelved(session, gallery)),
      ),
    )
    // What was taken in from a gateway stands there once.
    const others = kept.flat().filter(each => !known.has(nameOf(each)))
    return [...recorded, ...others].sort((one, other) => other.updated - one.updated)
  }

  /** The same, with all its turns. */
  async complete(conversation: ShelvedConversation): Promise<ShelvedConversation> {
    const gallery = this.#galleryOf(conversation)
    return gallery === undefined ? conversation : toShelved(await gallery.kept.find(conversation.id), gallery)
  }

  /** What was said, in order. */
  read(conversation: ShelvedConversation): AsyncIterable<KeptEntry> {
    const { id } = conversation
    return this.#galleryOf(conversation)?.kept.read(id) ?? this.#journal.read(id)
  }

  async readAll(conversation: ShelvedConversation): Promise<readonly KeptEntry[]> {
    const entries: KeptEntry[] = []
    for await (const entry of this.read(conversation)) entries.push(entry)
    return entries
  }

  /** The whole of it, to take it elsewhere. */
  async document(conversation: ShelvedConversation): Promise<SessionDocument> {
    if (this.#galleryOf(conversation) === undefined) return exportSession(this.#journal, conversation.id)
    const { id, agent, sessionId, cwd, title, started, updated, turns, isArchived } =
      await this.complete(conversation)
    const facts = { agent, sessionId, started, turns }
    const session = { id, cwd, title, facts, createdAt: started, updatedAt: updated, isArchived }
    return { format: 'parley-session', revision: 1, session, entries: await this.readAll(conversation) }
  }

  #galleryOf({ keeper, folder }: ShelvedConversation): Gallery | undefined {
    return this.#galleries.find(each => each.keeper === keeper && each.folder === folder)
  }
}

/** Does something with all of them, and gives them back whatever comes of it. */
export function withLibrary<T>(
  shell: Pick<Shell, 'env'>,
  use: (library: Library, journal: DiskJournal) => Promise<T>,
): Promise<T> {
  return withShelf(shell, async journal => {
    const galleries = await openGalleries(shell)
    try {
      return await use(new Library(journal, galleries), journal)
    } finally {
      for (const { kept } of galleries) await kept[Symbol.asyncDispose]()
    }
  })
}

/** The one that is meant, where it can be changed: what a gateway keeps has no second writer. */
export function demandOwn(
  wanted: string,
  all: readonly ShelvedConversation[],
  cwd: string,
): ShelvedConversation {
  const found = demand(wanted, all, cwd)
  const { keeper } = found
  if (keeper === 'records') return found
  throw new Failure(`parley ${keeper} keeps this conversation: it is only read here.`, {
    reason: 'kept_elsewhere',
    cure: keeper === 'web' ? 'Run `parley web`, and do it there.' : 'Do it with `parley attach`.',
  })
}

/** Refuses one that a gateway keeps where a run would take it up: it goes on there, and says where that is. */
export async function refuseKeptElsewhere(
  { id: wanted, agent }: { readonly id: string; readonly agent?: string | undefined },
  shell: Pick<Shell, 'env' | 'cwd'>,
): Promise<void> {
  const all = await withLibrary(shell, library => library.all())
  const kept = all.filter(each => each.keeper !== 'records' && (agent ?? each.agent) === each.agent)
  const found = pick(wanted, kept, shell.cwd)
  // An agent that is named may have it among its own, by the id that it gave it.
  if (found === undefined || (agent !== undefined && found.sessionId === wanted)) return
  const { keeper, folder } = found
  throw new Failure(`parley ${keeper} keeps this conversation, in ${folder}: it goes on there, not here.`, {
    ...{ exitCode: EXIT.noSession, reason: 'kept_elsewhere' },
    cure:
      keeper === 'web'
        ? 'Run `parley web`, and open it in the list.'
        : 'Take part with `parley attach`, while `parley serve` runs.',
  })
}

/** An agent may give an id again, but not at the same moment. */
const nameOf = ({ agent, sessionId, started }: Conversation): string =>
  JSON.stringify([agent, sessionId, started])

function toShelved(session: KeptSession, { keeper, folder }: Gallery): ShelvedConversation {
  const { id, agent, sessionId, cwd, title, isArchived, createdAt, updatedAt, turns } = session
  return {
    ...{ id, agent, sessionId, cwd, turns, started: createdAt, updated: updatedAt },
    ...{ keeper, folder, isArchived, ...(title === undefined ? {} : { title }) },
  }
}

/** The program of a gateway is loaded only where one has kept something. */
async function openGalleries(shell: Pick<Shell, 'env'>): Promise<readonly Gallery[]> {
  const places = [
    { keeper: 'web' as const, folder: stateFolder('web', shell) },
    { keeper: 'serve' as const, folder: await serveFolder(shell) },
  ].filter(({ folder }) => existsSync(join(folder, 'sessions')))
  if (places.length === 0) return []
  const { keptSessions } = await import('@parley/gateway')
  return places.map(({ keeper, folder }) => ({ keeper, folder, kept: keptSessions(folder) }))
}

/** Where the config says, if there is one that can be read. */
async function serveFolder(shell: Pick<Shell, 'env'>): Promise<string> {
  const usual = stateFolder('gateway', shell)
  if (!existsSync(configFile('gateway.json', shell))) return usual
  const { ConfigError, readGatewayConfig } = await import('@parley/gateway')
  try {
    return readGatewayConfig({ env: shell.env }).stateFolder
  } catch (error) {
    if (error instanceof ConfigError) return usual
    throw error
  }
}
