/** The methods that both versions have in the same words, the same for all connections: each is told whose house it works in. */

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

/** Sessions as they are found and let go. What others have kept is no business of somebody who has not signed in. */
export const sessionHandlers = {
  async 'session/list'({ cwd, cursor, archived }: ListRequest, _call: Call, house: House) {
    await house.demandAccess()
    const { isUnstable } = house
    const { sessions, nextCursor } = await house.shelf.list({
      cwd: cwd ?? undefined,
      // An empty cursor is a cursor: that of the beginning.
      cursor: cursor || undefined,
      archived: isUnstable ? toFilter(archived) : 'exclude',
    })
    const listed = sessions.map(record => toInfo(record, isUnstable))
    return { sessions: listed, ...(nextCursor === undefined ? {} : { nextCursor }) }
  },
  async 'session/close'({ sessionId }: Named, _call: Call, { lobby }: House) {
    await lobby.close(sessionId)
    return {}
  },
  async 'session/delete'({ sessionId }: Named, _call: Call, house: House) {
    await house.demandAccess()
    await house.shelf.delete(sessionId)
    return {}
  },
  async 'session/archive'({ sessionId }: Named, _call: Call, house: House) {
    await house.demandAccess()
    await house.shelf.archive(sessionId)
    return {}
  },
  async 'session/unarchive'({ sessionId }: Named, _call: Call, house: House) {
    await house.demandAccess()
    await house.shelf.unarchive(sessionId)
    return {}
  },
  async 'session/status'({ sessionId }: Named, _call: Call, house: House) {
    await house.demandAccess()
    return { status: await house.shelf.status(sessionId) }
  },
  async 'session/set_title'(params: Named & { readonly title: string }, _call: Call, house: House) {
    await house.demandAccess()
    const title = toTitle(params.title)
    await house.shelf.setTitle(params.sessionId, title)
    return { title }
  },
}

/** What a client takes back, in both versions. */
export const cancelHandler = {
  'session/cancel': ({ sessionId }: Named, _size: number, { sessions }: House) =>
    sessions.find(sessionId)?.work.cancel(),
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
export const openHandlers = {
  async 'session/new'(setup: SessionSetup, call: Call, house: House) {
    const session = await house.lobby.create(setup)
    return { sessionId: session.id, ...toOpenAnswer(house, session, call) }
  },
  async 'session/resume'({ sessionId, ...setup }: SessionSetup & Named, call: Call, house: House) {
    const session = await house.lobby.restore(sessionId, setup, { isReplayed: false, call })
    return toOpenAnswer(house, session, call)
  },
  async 'session/fork'({ sessionId, ...setup }: SessionSetup & Named, call: Call, house: House) {
    const session = await house.lobby.fork(sessionId, setup)
    return { sessionId: session.id, ...toOpenAnswer(house, session, call) }
  },
}

/** Who is signed in, and where models come from: the same in both versions, and unstable. */
export const accountHandlers = {
  'auth/status': (_params: unknown, _call: Call, { reception }: House) => reception.status(),
  async 'providers/list'(_params: unknown, _call: Call, { definition }: House) {
    const listed = await definition.providers?.list()
    if (listed === undefined) throw rpcError('method_not_found', 'Method not found')
    return { providers: listed }
  },
  async 'providers/set'(
    { _meta, ...provider }: v1Unstable.SetProviderRequest,
    _call: Call,
    { definition: { providers } }: House,
  ) {
    const { providerId, apiType } = provider
    const known = (await providers?.list())?.find(each => each.providerId === providerId)
    if (known === undefined) throw refused('/providerId: there is no such provider')
    if (!known.supported.includes(apiType)) throw refused('/apiType: not spoken by this provider')
    await providers?.set(provider)
    return {}
  },
  async 'providers/disable'(
    { providerId }: v1Unstable.DisableProviderRequest,
    _call: Call,
    { definition: { providers } }: House,
  ) {
    const known = (await providers?.list())?.find(each => each.providerId === providerId)
    if (known?.required) throw refused('/providerId: the agent cannot do without it')
    if (known !== undefined) await providers?.disable(providerId)
    return {}
  },
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
