/** What a gateway says beyond the protocol, read without believing it: who is there, whose turn runs, who answered, what there is. */

import {
  type Extension,
  extensionNotification,
  extensionRequest,
  type HandledExtension,
  handleExtension,
} from '@parley/acp/client'
import {
  AGENT_METHOD,
  AGENTS_METHOD,
  ANSWERED_METHOD,
  LABEL_METHOD,
  LIST_METHOD,
  PRESENCE_METHOD,
  SESSION_META,
  TURN_METHOD,
} from '@parley/acp/protocol'
import { type Fields, fieldsOf, lineIn, listIn, textIn } from './fields.js'

/** Somebody on a session. */
export interface FarPerson {
  readonly name: string
  readonly role: string
}

export interface FarTurn {
  readonly state: 'running' | 'ended'
  readonly by: string
  readonly stopReason: string
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
  readonly cwd: string
  readonly title?: string | undefined
  readonly updatedAt?: string | undefined
  readonly isBusy: boolean
  readonly isWaiting: boolean
  readonly isOpen: boolean
  readonly isArchived: boolean
}

/** An agent of the gateway. */
export interface FarAgent {
  readonly name: string
  readonly title?: string | undefined
  readonly isDefault: boolean
}

/** What there is, and where new sessions may work. */
export interface FarAgents {
  readonly agents: readonly FarAgent[]
  readonly folder?: string | undefined
  readonly roots: readonly string[]
}

/** Told what happens in the sessions of one connection beside their updates, in order with them. */
export interface FarListener {
  turn(sessionId: string, turn: FarTurn): void
  answered(sessionId: string, answer: FarAnswer): void
  present(sessionId: string, people: readonly FarPerson[]): void
  /** The agent's process died, came back, or cannot come back. */
  agent(sessionId: string, state: string, detail: string | undefined): void
  /** Somebody has named a session, or put it away. */
  labelled(sessionId: string): void
}

const MOST_PEOPLE = 100
const MOST_AGENTS = 200
const MOST_SESSIONS = 1_000
const MOST_ROOTS = 100

const request = <Result>(method: `_${string}`, readResult: (value: unknown) => Result) =>
  extensionRequest<Fields, Result>(method, { readParams: fieldsOf, readResult })

const toAgents = (value: unknown): FarAgents => ({
  agents: listIn(value, 'agents', MOST_AGENTS).flatMap(toAgent),
  folder: textIn(fieldsOf(value), 'folder'),
  roots: listIn(value, 'roots', MOST_ROOTS).filter(each => typeof each === 'string'),
})

export const AGENTS: Extension<Fields, FarAgents> = request(AGENTS_METHOD, toAgents)

/** What a gateway says of its agents when the one that was wanted cannot be had; nothing where it says nothing. */
export function othersIn(error: unknown): (FarAgents & { readonly self: FarPerson }) | undefined {
  const { data } = fieldsOf(error)
  const listed = toAgents(data)
  if (listed.agents.length === 0) return undefined
  const { self } = fieldsOf(data)
  const name = lineIn(fieldsOf(self), 'name') ?? 'somebody'
  return { ...listed, self: { name, role: lineIn(fieldsOf(self), 'role') ?? 'viewer' } }
}

export const LIST = request(LIST_METHOD, value => ({
  sessions: listIn(value, 'sessions', MOST_SESSIONS).flatMap(toSession),
  nextCursor: textIn(fieldsOf(value), 'nextCursor'),
}))

/** Names a session, or puts it away, where its agent cannot. */
export const LABEL: Extension<Fields, string | undefined> = request(LABEL_METHOD, value =>
  lineIn(fieldsOf(value), 'title'),
)

/** Who hears the words of a gateway. */
export function hearing(listener: FarListener): readonly HandledExtension[] {
  const hear = (method: `_${string}`, take: (sessionId: string, params: Fields) => void): HandledExtension =>
    handleExtension(extensionNotification(method, { readParams: fieldsOf }), params => {
      const sessionId = textIn(params, 'sessionId')
      if (sessionId !== undefined) take(sessionId, params)
    })
  return [
    hear(TURN_METHOD, (sessionId, params) => {
      const { state } = params
      if (state !== 'running' && state !== 'ended') return
      const by = lineIn(params, 'by') ?? 'somebody'
      listener.turn(sessionId, { state, by, stopReason: lineIn(params, 'stopReason') ?? 'end_turn' })
    }),
    hear(ANSWERED_METHOD, (sessionId, params) => listener.answered(sessionId, toAnswer(params))),
    hear(PRESENCE_METHOD, (sessionId, params) =>
      listener.present(sessionId, listIn(params, 'present', MOST_PEOPLE).flatMap(toPerson)),
    ),
    hear(AGENT_METHOD, (sessionId, params) =>
      listener.agent(sessionId, lineIn(params, 'state') ?? '', lineIn(params, 'detail')),
    ),
    hear(LABEL_METHOD, sessionId => listener.labelled(sessionId)),
  ]
}

export function toAnswer(params: Fields): FarAnswer {
  return {
    requestId: textIn(params, 'requestId') ?? '',
    how: textIn(params, 'how'),
    by: lineIn(params, 'by'),
    optionId: textIn(fieldsOf(params.outcome), 'optionId'),
    reason: textIn(params, 'reason'),
  }
}

/** Who we are to the gateway, read off its answer to the opening. */
export function selfIn(greeting: unknown): FarPerson | undefined {
  return toPerson(fieldsOf(fieldsOf(fieldsOf(greeting)._meta)[SESSION_META]))[0]
}

function toSession(value: unknown): readonly FarSession[] {
  const fields = fieldsOf(value)
  const sessionId = textIn(fields, 'sessionId', 1_024)
  if (sessionId === undefined) return []
  const isOpen = listIn(fields, 'present', 1).length > 0
  const [title, updatedAt] = [lineIn(fields, 'title'), textIn(fields, 'updatedAt')]
  return [
    {
      sessionId,
      cwd: textIn(fields, 'cwd') ?? '',
      title,
      updatedAt,
      isBusy: fields.isBusy === true,
      isWaiting: fields.isWaiting === true,
      isOpen,
      isArchived: fields.isArchived === true,
    },
  ]
}

function toAgent(value: unknown): readonly FarAgent[] {
  const fields = fieldsOf(value)
  const name = textIn(fields, 'name', 64)
  if (name === undefined) return []
  return [{ name, title: lineIn(fields, 'title'), isDefault: fields.isDefault === true }]
}

function toPerson(value: unknown): readonly FarPerson[] {
  const fields = fieldsOf(value)
  const [name, role] = [lineIn(fields, 'name'), lineIn(fields, 'role')]
  return name === undefined || role === undefined ? [] : [{ name, role }]
}
