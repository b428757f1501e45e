/** The methods that both versions have in the same words: opening, listing and letting go of sessions. */

import { type Call, rpcError } from '../protocol/index.js'
import type { v1Unstable } from '../schema/index.js'
import type { SessionRecord } from '../store/index.js'
import type { House } from './service.js'
import type { LiveSession, SessionSetup } from './session.js'
import type { OpenAnswer } from './spelling.js'

interface Named {
  readonly sessionId: string
}

type ListRequest = v1Unstable.ListSessionsRequest

const LONGEST_TITLE = 1_000

/** Sessions as they are found and let go. */
export function sessionHandlers({ lobby, spelling }: House) {
  return {
    'session/list': async ({ cwd, cursor, archived }: ListRequest) => {
      const { sessions, nextCursor } = await lobby.list({
        cwd: cwd ?? undefined,
        cursor: cursor ?? undefined,
        isArchived: archived === 'only',
      })
      const listed = sessions.map(record => toInfo(record, spelling.contract.endsWith('unstable')))
      return { sessions: listed, ...(nextCursor === undefined ? {} : { nextCursor }) }
    },
    'session/close': async ({ sessionId }: Named) => {
      await lobby.close(sessionId)
      return {}
    },
    'session/delete': async ({ sessionId }: Named) => {
      await lobby.delete(sessionId)
      return {}
    },
    'session/archive': async ({ sessionId }: Named) => {
      await lobby.archive(sessionId, true)
      return {}
    },
    'session/unarchive': async ({ sessionId }: Named) => {
      await lobby.archive(sessionId, false)
      return {}
    },
    'session/status': async ({ sessionId }: Named) => ({ status: await lobby.status(sessionId) }),
    'session/set_title': async ({ sessionId, title: wanted }: Named & { readonly title: string }) => {
      const title = wanted.trim().replaceAll(/\s+/g, ' ')
      if (title === '' || title.length > LONGEST_TITLE)
        throw rpcError('invalid_params', `Invalid params: /title: expected 1 to ${LONGEST_TITLE} characters`)
      await lobby.setTitle(sessionId, title)
      return { title }
    },
  }
}

/** Sessions as they are opened: new, resumed without a replay, or as the copy of another one. */
export function openHandlers(house: House) {
  const { lobby } = house
  return {
    'session/new': async (setup: SessionSetup, call: Call) => {
      await house.reception.demand(house.spelling.authMethod)
      const session = await lobby.create(setup)
      return { sessionId: session.id, ...toOpenAnswer(house, session, call) }
    },
    'session/resume': async ({ sessionId, ...setup }: SessionSetup & Named, call: Call) => {
      await house.reception.demand(house.spelling.authMethod)
      return toOpenAnswer(house, await lobby.restore(sessionId, setup, false), call)
    },
    'session/fork': async ({ sessionId, ...setup }: SessionSetup & Named, call: Call) => {
      await house.reception.demand(house.spelling.authMethod)
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
      await providers?.set(provider)
      return {}
    },
    'providers/disable': async ({ providerId }: v1Unstable.DisableProviderRequest) => {
      await providers?.disable(providerId)
      return {}
    },
  }
}

/** What the answer says of the session; commands are offered once the client knows the session they belong to. */
export function toOpenAnswer({ spelling }: House, session: LiveSession, call: Call): OpenAnswer {
  if (session.commands.length > 0)
    call.onAnswered = () => void session.tell(spelling.commands(session.commands), false)
  return spelling.setup(session.settings, session.commands)
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
