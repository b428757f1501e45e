/** `fs/read_text_file` and `fs/write_text_file`: no session, ranges by their last line, and results that say more. */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { lacking, reasonIn, refusal } from './errors.js'
import { sessionFor } from './implied-session.js'
import { answer, follow, move, passOn, refuse, withFields } from './moves.js'
import { resolvePath } from './paths.js'
import {
  complete,
  type Fields,
  isFields,
  isSigned,
  keep,
  kept,
  optional,
  shown,
  signed,
  spelling,
  textOf,
  toOurs,
  toTheirs,
  withMade,
} from './spelling.js'
import { type Move, type Request, type State, sessionOf } from './state.js'

const READ = 'fs/read_text_file'
const ENCODING = 'utf-8'
const rest = spelling({})
const content = spelling({ content: 'content' })
const path = {
  path: {
    ours: 'path',
    read: (value: unknown, { folder }: { readonly folder?: string | undefined }) =>
      resolvePath(value, folder),
    write: (value: unknown) => value,
    isLossy: true,
  },
}
const reading = spelling({ ...path, sessionId: 'sessionId', startLine: optional('line') })
const writing = spelling({ ...path, sessionId: 'sessionId', content: 'content' })

/** What is wrong with a call for a file, or nothing. */
function flawIn({ encoding, startLine, endLine }: Fields): ErrorObject | undefined {
  if (encoding !== undefined && encoding !== null && !/^utf-?8$/i.test(textOf(encoding)))
    return lacking(
      'encoding',
      `Invalid params: /encoding: expected "${ENCODING}", found "${shown(encoding)}"`,
    )
  for (const [name, line] of Object.entries({ startLine, endLine }))
    if (line !== undefined && line !== null && !(Number.isSafeInteger(line) && (line as number) >= 1))
      return refusal('invalid_params', `Invalid params: /${name}: expected the number of a line, from 1 on`)
  if (typeof endLine === 'number' && endLine < (typeof startLine === 'number' ? startLine : 1))
    return refusal(
      'invalid_params',
      'Invalid params: /endLine: expected a line that is not before /startLine',
    )
  return undefined
}

/** The line that a range begins with. */
function lineIn(value: unknown): number {
  return typeof value === 'number' ? value : 1
}

/** An agent of this spelling reads a file of our client's. */
export const readOurs = withFields((state, request) => {
  const { params } = request
  const { endLine, ...plain } = params
  const sessionId = sessionFor(state, params.sessionId ?? kept(params, 'v1').sessionId)
  const flaw = typeof sessionId === 'string' ? flawIn(params) : sessionId
  if (flaw !== undefined) return move(state, refuse(request, flaw))
  const { folder } = sessionOf(state, sessionId)
  const limit = typeof endLine === 'number' ? endLine - lineIn(params.startLine) + 1 : undefined
  const spoken = withMade(toOurs(plain, reading, { folder }), '004', { sessionId, limit })
  const isWhole = spoken.line === undefined && spoken.limit === undefined
  return move(
    state,
    passOn(request, endLine === undefined ? spoken : keep(spoken, '004', { endLine }), {
      answered: (after, result) => {
        if (!isFields(result)) return move(after, answer(request.call, result))
        const totalLines = isWhole ? countLines(result.content) : undefined
        const told = complete(toTheirs(result, content), result, { encoding: ENCODING, totalLines })
        return move(after, answer(request.call, told))
      },
    }),
  )
})

function countLines(text: unknown): number | undefined {
  return typeof text === 'string' ? (text.match(/[^\n]*\n|[^\n]+$/g)?.length ?? 0) : undefined
}

/** Our agent reads a file of a client of this spelling. */
export const readTheirs = withFields((state, request) => {
  const { params } = request
  const { limit, ...plain } = params
  const { folder } = sessionOf(state, params.sessionId)
  const { sessionId, ...spoken } = toTheirs(plain, reading, { folder })
  const isOurs = kept(params, '004').made === undefined && sessionId !== undefined
  const bare = isOurs ? keep(spoken, 'v1', { sessionId }) : spoken
  const isRange = typeof limit === 'number' && !Object.hasOwn(bare, 'endLine')
  const ranged = isRange ? { ...bare, endLine: lineIn(params.line) + limit - 1 } : bare
  // No range of lines is empty here.
  if (limit === 0) return move(state, answer(request.call, { content: '' }))
  return move(
    state,
    passOn(request, ranged, {
      answered: (after, result) =>
        move(after, answer(request.call, isFields(result) ? signed(toOurs(result, content)) : result)),
    }),
  )
})

/** An agent of this spelling writes a file of our client's: whether it is there already must be found out before. */
export const writeOurs = withFields((state, request) => {
  const { params } = request
  const sessionId = sessionFor(state, params.sessionId ?? kept(params, 'v1').sessionId)
  const flaw = typeof sessionId === 'string' ? flawIn({ encoding: params.encoding }) : sessionId
  if (flaw !== undefined) return move(state, refuse(request, flaw))
  const { folder } = sessionOf(state, sessionId)
  const spoken = withMade(toOurs(params, writing, { folder }), '004', { sessionId })
  const { fs } = state.clientCapabilities
  const isCareful = params.overwrite === false
  if (!isFields(fs) || fs.readTextFile !== true) {
    const why = 'whether the file is there cannot be found out, because this client lends no files to read'
    if (isCareful) return move(state, refuse(request, lacking('fs.readTextFile', `Not written: ${why}`)))
    return write(state, request, { spoken, created: undefined })
  }
  const look = { sessionId, path: spoken.path, line: 1, limit: 1 }
  return move(
    state,
    follow(request, [READ, look], {
      answered: after =>
        isCareful
          ? move(after, refuse(request, alreadyThere(spoken.path)))
          : write(after, request, { spoken, created: false }),
      refused: (after, error) => {
        if (reasonIn(error) === 'resource_not_found') return write(after, request, { spoken, created: true })
        return isCareful
          ? move(after, refuse(request, error))
          : write(after, request, { spoken, created: undefined })
      },
    }),
  )
})

function alreadyThere(place: unknown): ErrorObject {
  const why = 'Not written: the file is there already, and may not be overwritten'
  return refusal('resource_access_denied', why, { path: place })
}

interface Writing {
  readonly spoken: Fields
  /** Undefined where nobody knows. */
  readonly created: boolean | undefined
}

function write(state: State, request: Request, { spoken, created }: Writing): Move {
  const bytes = typeof spoken.content === 'string' ? new TextEncoder().encode(spoken.content).length : 0
  return move(
    state,
    follow(request, [request.method, spoken], {
      answered: (after, result) => {
        const original = isFields(result) ? result : {}
        const known = { bytesWritten: bytes, created: created ?? false }
        const made = complete(toTheirs(original, rest), original, known)
        const isGuessed = created === undefined && !isSigned(original)
        return move(
          after,
          answer(request.call, isGuessed ? keep(made, 'v1', { isCreatedKnown: false }) : made),
        )
      },
    }),
  )
}

/** Our agent writes a file of a client of this spelling: version 1 makes folders and overwrites. */
export const writeTheirs = withFields((state, request) => {
  const { params } = request
  const { folder } = sessionOf(state, params.sessionId)
  const { sessionId, ...spoken } = toTheirs(params, writing, { folder })
  const isOurs = kept(params, '004').made === undefined
  const whole = isOurs
    ? withMade(keep(spoken, 'v1', { sessionId }), 'v1', { createDirectories: true, overwrite: true })
    : spoken
  return move(
    state,
    passOn(request, whole, {
      answered: (after, result) =>
        move(after, answer(request.call, isFields(result) ? signed(toOurs(result, rest)) : {})),
    }),
  )
})
