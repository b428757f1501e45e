/** `session/prompt` and `session/cancel`: content and attachments here, one list of blocks in version 1. */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { reasonCodes } from '../../protocol/error.js'
import { blocks, blockToOurs } from './blocks.js'
import { errorToTheirs, refusal } from './errors.js'
import { answer, follow, move, passOn, refuse, tell, withFields } from './moves.js'
import { baseName, isAbsolute, resolvePath } from './paths.js'
import {
  type Fields,
  isFields,
  isList,
  keep,
  kept,
  type Scene,
  spelling,
  toOurs,
  toTheirs,
} from './spelling.js'
import { type Listener, noCalls, type State, sessionOf, withOpen, withSession } from './state.js'

const said = spelling({ sessionId: 'sessionId', content: { ours: 'prompt', ...blocks } })

/** Why a turn ended: what this spelling has no word for is an end like any other. */
const REASONS = new Set<unknown>(['end_turn', 'cancelled', 'max_tokens'])
const ended = spelling({
  stopReason: {
    ours: 'stopReason',
    read: value => value,
    write: value => (REASONS.has(value) ? value : 'end_turn'),
    isLossy: true,
  },
  usage: {
    ours: 'usage',
    read: () => undefined,
    write: value => (isFields(value) ? pick(value, ['inputTokens', 'outputTokens']) : undefined),
    isLossy: true,
  },
})
const cancelled = spelling({ sessionId: 'sessionId' })

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap(name => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])),
  )
}

/** A client of this spelling sends a prompt to our agent. */
export const promptOurs = withFields((state, request) => {
  const { params } = request
  const { sessionId } = params
  const { folder } = sessionOf(state, sessionId)
  return move(
    active(state, sessionId),
    passOn(request, promptToOurs(params, { folder }), {
      answered: (after, result) => {
        const told = isFields(result) ? toTheirs(result, ended) : result
        return move(over(after, sessionId), answer(request.call, told))
      },
      refused: (after, error) => {
        const failed = asStop(error)
        const effect = failed === undefined ? refuse(request, error) : answer(request.call, failed)
        return move(over(after, sessionId), effect)
      },
    }),
  )
})

function active(state: State, sessionId: unknown): State {
  const turns = sessionOf(state, sessionId).turns + 1
  const known = withOpen(state, sessionId, { isCancelling: false, turns })
  return typeof sessionId === 'string' ? { ...known, active: sessionId } : known
}

function over(state: State, sessionId: unknown): State {
  const turns = Math.max(0, sessionOf(state, sessionId).turns - 1)
  // The calls of a turn that is over are nobody's concern.
  return withSession(state, sessionId, { isCancelling: false, turns, toolCalls: noCalls() })
}

/** A turn that broke is an end with a reason here; a call that was wrong is an error in both spellings. */
function asStop(error: ErrorObject): Fields | undefined {
  if (error.code !== reasonCodes.internal_error) return undefined
  const { stop } = kept(error.data, '004')
  return isFields(stop) ? stop : keep({ stopReason: 'error' }, 'v1', { error: errorToTheirs(error) })
}

/** Our client sends a prompt to an agent of this spelling. */
export const promptTheirs = withFields((state, request) => {
  const { params } = request
  return move(
    active(state, params.sessionId),
    follow(request, [request.method, promptToTheirs(params)], {
      endsTelling: params.sessionId,
      answered: (after, result) => {
        const next = over(after, params.sessionId)
        if (!isFields(result) || result.stopReason !== 'error')
          return move(next, answer(request.call, isFields(result) ? toOurs(result, ended) : result))
        return move(next, refuse(request, asError(result)))
      },
      refused: (after, error) => move(over(after, params.sessionId), refuse(request, error)),
    }),
  )
})

function asError(stop: Fields): ErrorObject {
  const { error } = kept(stop, 'v1')
  const message = isFields(error) && typeof error.message === 'string' ? error.message : undefined
  const data = keep({}, '004', { stop })
  return refusal('internal_error', message ?? 'The agent ended the turn because of an error', data)
}

function promptToOurs(params: Fields, scene: Scene): Fields {
  const { attachments, ...plain } = params
  const spoken = toOurs(plain, said, scene)
  if (attachments === undefined) return spoken
  const items = isList(attachments) ? attachments.map(item => attachmentToOurs(item, scene)) : []
  // One that cannot be shown is laid away with all of them: nobody is told of half.
  if (!isList(attachments) || items.includes(undefined) || !isList(spoken.prompt))
    return keep(spoken, '004', { attachments })
  const whole = { ...spoken, prompt: [...spoken.prompt, ...items] }
  return attachments.length === 0 ? keep(whole, '004', { attachments }) : whole
}

/** The document has no table for an attachment: a block, or a file by path or address, with or without its text. */
function attachmentToOurs(given: unknown, { folder }: Scene): Fields | undefined {
  if (!isFields(given)) return undefined
  const { type, uri, path, url, content, mimeType, name, title } = given
  if (isFields(given.source) || type === 'resource_link' || (type === 'resource' && uri !== undefined))
    return keep(blockToOurs(given), '004', { attachment: given })
  const place = [uri, url].find(it => typeof it === 'string') ?? fileAddress(resolvePath(path, folder))
  if (typeof place !== 'string') return undefined
  const kind = typeof mimeType === 'string' ? { mimeType } : {}
  const label = [name, title].find(it => typeof it === 'string') ?? baseName(place)
  const block =
    typeof content === 'string'
      ? { type: 'resource', resource: { uri: place, text: content, ...kind } }
      : { type: 'resource_link', uri: place, name: label, ...kind }
  return keep(block, '004', { attachment: given })
}

function fileAddress(path: unknown): string | undefined {
  if (typeof path !== 'string' || !isAbsolute(path)) return undefined
  const plain = path.replaceAll('\\', '/').replaceAll(/\p{Surrogate}/gu, '\ufffd')
  return `file://${plain.startsWith('/') ? '' : '/'}${plain.split('/').map(encodeURIComponent).join('/')}`
}

function promptToTheirs(params: Fields): Fields {
  const prompt = isList(params.prompt) ? params.prompt : undefined
  if (prompt === undefined) return toTheirs(params, said)
  const attached = prompt.map(item => kept(item, '004').attachment)
  const attachments = attached.filter(item => item !== undefined)
  const rest = prompt.filter((_, index) => attached[index] === undefined)
  const spoken = toTheirs({ ...params, prompt: rest }, said)
  return attachments.length === 0 ? spoken : { ...spoken, attachments }
}

/** A client of this spelling calls off a turn. It may never answer what it was asked meanwhile; version 1 wants that. */
export const cancelOurs: Listener = (state, params) => {
  if (!isFields(params)) return move(state, tell('ours', 'session/cancel', params))
  const { sessionId } = params
  const asked = [...state.questions].filter(([, session]) => session === sessionId)
  const questions = new Map([...state.questions].filter(([, session]) => session !== sessionId))
  const called = withSession(state, sessionId, { isCancelling: true })
  return move(
    asked.length === 0 ? called : { ...called, questions },
    tell('ours', 'session/cancel', toOurs(params, cancelled)),
    ...asked.map(([call]) => answer(call, { outcome: { outcome: 'cancelled' } })),
  )
}

export const cancelTheirs: Listener = (state, params) =>
  move(state, tell('theirs', 'session/cancel', isFields(params) ? toTheirs(params, cancelled) : params))
