/** A client of this spelling loads a session of our agent: where that works is found out, and its messages are counted. */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { refusal } from './errors.js'
import { servers } from './mcp-servers.js'
import { answer, follow, move, refuse, withFields } from './moves.js'
import { valuesFor } from './options.js'
import { type Opening, rememberOurs } from './sessions.js'
import { FIRST_MODE } from './settings.js'
import {
  complete,
  type Fields,
  isFields,
  isList,
  shown,
  spelling,
  textOf,
  toOurs,
  toTheirs,
  withMade,
} from './spelling.js'
import { type Move, type Request, type State, sessionOf, withEntry, withOpen, without } from './state.js'

/** Only the session is named here; servers that somebody names all the same are taken. */
export const loading = spelling({
  sessionId: 'sessionId',
  mcpServers: { ours: 'mcpServers', ...servers, write: () => undefined },
})
const rest = spelling({})
const MOST_PAGES = 100

/** Version 1 wants to know the folder of a session that is loaded; this spelling lets the agent know it. */
export const loadOnOurs = withFields((state, request, setting) => {
  const { params } = request
  const { workingDirectory, ...plain } = params
  const spoken = toOurs(plain, loading)
  const folder = spoken.cwd ?? workingDirectory ?? sessionOf(state, params.sessionId).folder
  if (typeof folder === 'string') return load(state, { request, params, setting }, { spoken, folder })
  const { sessionCapabilities } = state.agentCapabilities
  const canList = isFields(sessionCapabilities) && isFields(sessionCapabilities.list)
  return canList
    ? search(state, { request, params, setting }, { spoken, pages: 0 })
    : move(state, refuse(request, unknownFolder(params.sessionId)))
})

function unknownFolder(sessionId: unknown): ErrorObject {
  const said = `Invalid params: /workingDirectory: the folder of session "${shown(sessionId)}" is not known here; expected its absolute path`
  return refusal('invalid_params', said, { sessionId })
}

interface Search {
  readonly spoken: Fields
  readonly pages: number
  readonly cursor?: string
}

function search(state: State, opening: Opening, { spoken, pages, cursor }: Search): Move {
  const { request, params } = opening
  const asked = cursor === undefined ? {} : { cursor }
  return move(
    state,
    follow(request, ['session/list', asked], {
      answered: (after, result) => {
        const { sessions, nextCursor } = isFields(result) ? result : {}
        const found = isList(sessions)
          ? sessions.find(it => isFields(it) && it.sessionId === params.sessionId)
          : undefined
        if (isFields(found) && typeof found.cwd === 'string')
          return load(after, opening, { spoken, folder: found.cwd })
        if (typeof nextCursor === 'string' && pages < MOST_PAGES)
          return search(after, opening, { spoken, pages: pages + 1, cursor: nextCursor })
        const { sessionId } = params
        return move(after, refuse(request, refusal('session_not_found', 'Session not found', { sessionId })))
      },
    }),
  )
}

function load(state: State, opening: Opening, { spoken, folder }: { spoken: Fields; folder: string }): Move {
  const { request } = opening
  const sessionId = textOf(spoken.sessionId)
  const known = withOpen({ ...state, active: sessionId }, sessionId, { folder })
  const counted = { ...known, loading: withEntry(known.loading, sessionId, { messages: 0, last: '' }) }
  return move(
    counted,
    follow(request, [request.method, withMade(spoken, '004', { cwd: folder, mcpServers: [] })], {
      answered: (after, result) => loaded(after, { request, sessionId }, result),
      refused: (after, error) =>
        move({ ...after, loading: without(after.loading, sessionId) }, refuse(request, error)),
    }),
  )
}

function loaded(
  state: State,
  { request, sessionId }: { request: Request; sessionId: string },
  result: unknown,
): Move {
  const told = isFields(result) ? result : {}
  const known = rememberOurs({ ...state, loading: without(state.loading, sessionId) }, sessionId, told)
  const session = sessionOf(known, sessionId)
  const rich = {
    sessionId,
    workingDirectory: session.folder,
    mode: session.mode ?? FIRST_MODE,
    configOptions: valuesFor(session),
    messageCount: state.loading.get(sessionId)?.messages ?? 0,
  }
  return move(known, answer(request.call, complete(toTheirs(told, rest), told, rich)))
}
