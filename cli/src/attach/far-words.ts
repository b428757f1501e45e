/** What a gateway says beyond the protocol, read without believing it: who is there, whose turn runs, who answered. */

import {
  extensionNotification,
  extensionRequest,
  type HandledExtension,
  handleExtension,
} from '@parley/acp/client'
import { boundedLine, cutCharacters } from '@parley/acp/guard'
import {
  AGENT_METHOD,
  ANSWERED_METHOD,
  ATTACH_METHOD,
  LIST_METHOD,
  PRESENCE_METHOD,
  SESSION_META,
  TURN_METHOD,
} from '@parley/acp/protocol'
import { isObject, type JsonObject } from '../json-object.js'

/** Somebody on the same session. */
export interface FarPerson {
  readonly name: string
  readonly role: string
}

export interface FarTurn {
  readonly state: 'running' | 'ended'
  readonly by: string
  readonly stopReason?: string | undefined
}

export interface FarAnswer {
  readonly requestId: string
  /** Absent where it only says that we came too late. */
  readonly how?: string | undefined
  readonly by?: string | undefined
  /** The option that was chosen; absent where the question was dismissed, or is no permission. */
  readonly optionId?: string | undefined
  readonly reason?: string | undefined
}

/** A session in the gateway's list. */
export interface FarSession {
  readonly sessionId: string
  readonly agent: string
  readonly cwd: string
  readonly title: string
  /** Milliseconds since 1970. */
  readonly updated: number
  readonly isBusy: boolean
  readonly present: readonly FarPerson[]
}

/** Told what happens in one session beside its updates, in order with them. */
export interface FarListener {
  turn(turn: FarTurn): void
  answered(answer: FarAnswer): void
  present(people: readonly FarPerson[]): void
  /** The agent's process died, came back, or cannot come back. */
  agent(state: string, detail: string): void
}

const MOST_NAME = 60
const MOST_ID = 1_024
const MOST_TITLE = 200
const MOST_PATH = 4_096
const MOST_PEOPLE = 100
const MOST_SESSIONS = 1_000

export const LIST = extensionRequest<object, readonly FarSession[]>(LIST_METHOD, {
  readParams: value => Object(value),
  readResult: value => listIn(value, 'sessions', MOST_SESSIONS).flatMap(toSession),
})

export const ATTACH = extensionRequest<{ readonly sessionId: string }, unknown>(ATTACH_METHOD, {
  readParams: value => Object(value),
  readResult: value => value,
})

/** Who hears the words of a gateway. */
export function hearing(listener: FarListener): readonly HandledExtension[] {
  const hear = (method: `_${string}`, take: (params: JsonObject) => void): HandledExtension =>
    handleExtension(extensionNotification(method, { readParams: fieldsOf }), params => take(params))
  return [
    hear(TURN_METHOD, params => {
      const { state } = params
      if (state !== 'running' && state !== 'ended') return
      const stopReason = textIn(params, 'stopReason')
      listener.turn({ state, by: nameIn(params, 'by') ?? 'somebody', stopReason })
    }),
    hear(ANSWERED_METHOD, params => listener.answered(toAnswer(params))),
    hear(PRESENCE_METHOD, params =>
      listener.present(listIn(params, 'present', MOST_PEOPLE).flatMap(toPerson)),
    ),
    hear(AGENT_METHOD, params =>
      listener.agent(nameIn(params, 'state') ?? '', boundedLine(textIn(params, 'detail') ?? '', MOST_TITLE)),
    ),
  ]
}

export function toAnswer(params: JsonObject): FarAnswer {
  const outcome = fieldsOf(params.outcome)
  return {
    requestId: textIn(params, 'requestId') ?? '',
    how: textIn(params, 'how'),
    by: nameIn(params, 'by'),
    optionId: textIn(outcome, 'optionId'),
    reason: textIn(params, 'reason'),
  }
}

/** Who we are to the gateway, read off its answer to the opening. */
export function selfIn(greeting: unknown): FarPerson | undefined {
  const said = fieldsOf(fieldsOf(fieldsOf(greeting)._meta)[SESSION_META])
  return toPerson(said)[0]
}

function toSession(value: unknown): readonly FarSession[] {
  const fields = fieldsOf(value)
  const sessionId = textIn(fields, 'sessionId')
  if (sessionId === undefined) return []
  return [
    {
      sessionId,
      agent: nameIn(fields, 'agent') ?? '',
      cwd: cutCharacters(textIn(fields, 'cwd', MOST_PATH) ?? '', MOST_PATH),
      title: boundedLine(textIn(fields, 'title') ?? '', MOST_TITLE),
      updated: Date.parse(textIn(fields, 'updatedAt') ?? '') || 0,
      isBusy: fields.isBusy === true,
      present: listIn(fields, 'present', MOST_PEOPLE).flatMap(toPerson),
    },
  ]
}

function toPerson(value: unknown): readonly FarPerson[] {
  const fields = fieldsOf(value)
  const [name, role] = [nameIn(fields, 'name'), nameIn(fields, 'role')]
  return name === undefined || role === undefined ? [] : [{ name, role }]
}

export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

function listIn(value: unknown, name: string, most: number): readonly unknown[] {
  const list = fieldsOf(value)[name]
  return Array.isArray(list) ? list.slice(0, most) : []
}

function textIn(fields: JsonObject, name: string, most = MOST_ID): string | undefined {
  const text = fields[name]
  return typeof text === 'string' && text !== '' && text.length <= most ? text : undefined
}

function nameIn(fields: JsonObject, name: string): string | undefined {
  const text = fields[name]
  const clean = typeof text === 'string' ? boundedLine(text, MOST_NAME).trim() : ''
  return clean === '' ? undefined : clean
}
