/** The methods that both versions have in the same words: opening, listing and letting go of sessions. */

import { type Call, rpcError } from '../protocol/index.js'
import type { v1Unstable } from '../schema/index.js'
import type { SessionRecord } from '../store/index.js'
import { withJournal } from './journal-failure.js'
import type { House } from './service.js'
import type { LiveSession } from './session.js'
import type { SessionSetup } from './session-view.js'
import type { ArchiveFilter } from './shelf.js'
import type { OpenAnswer } from './spelling.js'

interface Named {
  readonly sessionId: string
}

type ListRequest = v1Unstable.ListSessionsRequest

const LONGEST_TITLE = 1_000
const FILTERS: readonly ArchiveFilter[] = ['exclude', 'include', 'only']

/** Sessions as they are found and let go. */
export function sessionHandlers(house: House) {
  const { lobby, shelf, isUnstable } = house
  // What others have kept is no business of somebody who has not signed in.
  const demandAccess = (): Promise<void> => house.reception.demand(house.spelling.authMethod)
  return {
    'session/list': async ({ cwd, cursor, archived }: ListRequest) => {
      await demandAccess()
      const { sessions, nextCursor } = await shelf.list({
        cwd: cwd ?? undefined,
        // An empty cursor is a cursor: that of the beginning.
        cursor: cursor || undefined,
        archived: isUnstable ? toFilter(archived) : 'exclude',
      })
      const listed = sessions.map(record => toInfo(record, isUnstable))
      return { sessions: listed, ...(nextCursor === undefined ? {} : { nextCursor }) }
    },
    'session/close': async ({ sessionId }: Named) => {
      await lobby.close(sessionId)
      return {}
    },
    'session/delete': async ({ sessionId }: Named) => {
      await demandAccess()
      await shelf.delete(sessionId)
      return {}
    },
    'session/archive': async ({ sessionId }: Named) => {
      await demandAccess()
      await shelf.archive(sessionId)
      return {}
    },
    'session/unarchive': async ({ sessionId }: Named) => {
      await demandAccess()
      await shelf.unarchive(sessionId)
      return {}
    },
    'session/status': async ({ sessionId }: Named) => {
      await demandAccess()
      return { status: await shelf.status(sessionId) }
    },
    'session/set_title': async ({ sessionId, title: wanted }: Named & { readonly title: string }) => {
      await demandAccess()
      const title = toTitle(wanted)
      await shelf.setTitle(sessionId, title)
      return { title }
    },
  }
}

/** Titles are drawn in lists and terminals, where unseen characters would draw something else. */
function toTitle(wanted: string): string {
  const title = wanted
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  if (title === '' || title.length > LONGEST_TITLE)
    throw refused(`/title: expected 1 to ${LONGEST_TITLE} characters`)
  return title
}

/** Sessions as they are opened: new, resumed without a replay, or as the copy of another one. */
export function openHandlers(house: House) {
  const { lobby } = house
  return {
    'session/new': async (setup: SessionSetup, call: Call) => {
      const session = await lobby.create(setup)
      return { sessionId: session.id, ...toOpenAnswer(house, session, call) }
    },
    'session/resume': async ({ sessionId, ...setup }: SessionSetup & Named, call: Call) => {
      return toOpenAnswer(house, await lobby.restore(sessionId, setup, { isReplayed: false, call }), call)
    },
    'session/fork': async ({ sessionId, ...setup }: SessionSetup & Named, call: Call) => {
      const session = await lobby.fork(sessionId, setup)
      return { sessionId: session.id, ...toOpenAnswer(house, session, call) }
    },
  }
}

/** Who is signed in, and where models come from: the same in both versions, and unstable. */
export function accountHandlers({ definition, reception }: House) {
  const { providers } = definition
  const missing = (): never => {
    throw rpcError('method_not_found', 'Method not found')
  }
  return {
    'auth/status': () => reception.status(),
    'providers/list': async () => ({ providers: (await providers?.list()) ?? missing() }),
    'providers/set': async ({ _meta, ...provider }: v1Unstable.SetProviderRequest) => {
      const { providerId, apiType } = provider
      const known = (await providers?.list())?.find(each => each.providerId === providerId)
      if (known === undefined) throw refused('/providerId: there is no such provider')
      if (!known.supported.includes(apiType)) throw refused('/apiType: not spoken by this provider')
      await providers?.set(provider)
      return {}
    },
    'providers/disable': async ({ providerId }: v1Unstable.DisableProviderRequest) => {
      const known = (await providers?.list())?.find(each => each.providerId === providerId)
      if (known?.required) throw refused('/providerId: the agent cannot do without it')
      if (known !== undefined) await providers?.disable(providerId)
      return {}
    },
  }
}

/** What the answer says of the session; the rest is told once the client knows the session it belongs to. */
export function toOpenAnswer({ spelling }: House, session: LiveSession, call: Call): OpenAnswer {
  const answer = spelling.setup(session.settings, session.commands)
  const isOffered = session.commands.length > 0 && !('availableCommands' in answer)
  call.onAnswered = () => introduce(session, isOffered)
  return answer
}

function introduce(session: LiveSession, isOffered: boolean): void {
  try {
    session.speak()
    if (isOffered) void session.tell(session.spelling.commands(session.commands), false)
  } catch {
    // What is said can no longer be kept: the next prompt says so.
  }
}

function toFilter(archived: ListRequest['archived']): ArchiveFilter {
  if (archived === undefined || archived === null) return 'exclude'
  const filter = FILTERS.find(each => each === archived)
  if (filter !== undefined) return filter
  throw refused('/archived: expected exclude, include or only')
}

function refused(detail: string): Error {
  return rpcError('invalid_params', `Invalid params: ${detail}`)
}

function toInfo(record: SessionRecord, isUnstable: boolean): v1Unstable.SessionInfo {
  const { id, cwd, additionalDirectories, title, updatedAt, isArchived } = record
  return {
    sessionId: id,
    cwd,
    ...(additionalDirectories === undefined ? {} : { additionalDirectories }),
    ...(title === undefined ? {} : { title }),
    ...(updatedAt === 0 ? {} : { updatedAt: new Date(updatedAt).toISOString() }),
    ...(isUnstable ? { archived: isArchived } : {}),
  }
}

/** Sets what the client asked for, and answers with all settings as they are then. */
export async function changeSetting(
  { sessions, spelling }: House,
  { sessionId, configId }: Named & { readonly configId: string },
  readValue: () => string | boolean,
): Promise<{ readonly configOptions: unknown }> {
  const session = sessions.get(sessionId)
  await withJournal(sessionId, async () => session.setSetting(configId, readValue()))
  return { configOptions: spelling.setup(session.settings, []).configOptions ?? [] }
}
