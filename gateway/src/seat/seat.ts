/**
 * One client's connection: reads what it says, holds it to what its caller may do, and brings it where it belongs: to a
 * session, to the agent, or to a question that waits. Methods that nobody here knows pass through as they are.
 */

import { createHash } from 'node:crypto'
import { CANCEL_METHOD, Cancellation, type Id, Malformed, RpcError } from '@parley/acp/jsonrpc'
import { DELIVERY_META, rpcError, sessionOf } from '@parley/acp/protocol'
import type { Listening, ListeningRefusal, Port } from '@parley/acp/transport'
import type { AgentQuestion } from '../hub/agent-link.js'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldsOf, isFields, withoutOwnMeta } from '../hub/fields.js'
import { NO_SESSION, refusal, toAnswer } from '../hub/refusal.js'
import { notify, answer as toAnswerText } from '../hub/render.js'
import type { Owner } from '../hub/sessions.js'
import type { Participant } from '../hub/viewer.js'
import { SESSION_META } from '../hub/words.js'
import { type Greeting, toGreeting } from '../upstream/greeting.js'
import type { Guest, Upstream } from '../upstream/upstream.js'
import { Attendance, type Attendant } from './attendance.js'
import { maySee, type SeatCaller, toRole } from './caller.js'
import { answerIn, idOf } from './message-parts.js'
import { FOR_GUESTS, isOpener, scopeOf } from './method-rules.js'
import { openSession } from './opening.js'
import { OwnStream } from './own-stream.js'
import { type Call, SessionDesk } from './session-desk.js'
import { listSessions } from './session-list.js'
import type { Surroundings } from './surroundings.js'

const MOST_IN_WORK = 1_024

/** Whose connection it is, and which agent it came for. */
export interface SeatPlace {
  readonly port: Port
  readonly caller: SeatCaller
  readonly agent: string
}

export class Seat implements Guest, Attendant {
  /** Resolves when the client is gone. */
  readonly ended: Promise<void>
  readonly owner: Owner
  readonly caller: SeatCaller
  readonly around: Surroundings
  readonly attendance: Attendance
  readonly #port: Port
  readonly #name: string
  readonly #own: OwnStream
  readonly #desk: SessionDesk
  readonly #inWork = new Map<Id, Cancellation>()
  readonly #working = new Set<Promise<void>>()
  readonly #questions = new Map<string, (answer: Answer) => void>()
  #greeting: Greeting | undefined
  #upstream: Upstream | undefined

  constructor({ port, caller, agent }: SeatPlace, around: Surroundings) {
    this.caller = caller
    this.around = around
    this.owner = { principal: caller.principal, agent }
    this.#port = port
    this.#own = new OwnStream(() => void port.close('too far behind'))
    // The id of a connection is what its client is known by: logs hold another name.
    this.#name = createHash('sha256').update(port.id).digest('hex').slice(0, 16)
    this.attendance = new Attendance(around, this.owner, this)
    this.#desk = new SessionDesk(this)
    port.onListen = listening => this.#listen(listening)
    this.ended = this.#read()
    const leave = (): void => void port.close('revoked')
    caller.revoked?.addEventListener('abort', leave)
    // The signal is that of a token, which outlives its connections: what listens there is never let go.
    const forget = (): void => caller.revoked?.removeEventListener('abort', leave)
    this.ended.then(forget, forget)
  }

  get canWrite(): boolean {
    return this.caller.scopes.has('session.write')
  }

  get protocol(): number {
    return this.#upstream?.version ?? 1
  }

  /** The process of the agent for this client, started again if it is gone. */
  async connect(): Promise<Upstream> {
    if (this.#greeting === undefined) throw rpcError('invalid_request', 'initialize comes first')
    const { principal, agent } = this.owner
    const upstream = await this.around.upstreams.get({ principal, agent, greeting: this.#greeting })
    this.#upstream?.guests.delete(this)
    this.#upstream = upstream
    // What belongs to no session is not for somebody who may see one only.
    if (this.caller.session === undefined) upstream.guests.add(this)
    return upstream
  }

  /** What the agent says that belongs to no session. */
  tell(method: string, params: unknown): void {
    this.#own.write(notify({ method, params }))
  }

  ask({ method, params, call }: AgentQuestion): Promise<unknown> {
    if (!this.canWrite) return Promise.reject(rpcError('permission_denied', 'This client may only look'))
    const id = `own-${globalThis.crypto.randomUUID()}`
    return new Promise((resolve, reject) => {
      this.#questions.set(id, answer => {
        this.#questions.delete(id)
        if ('result' in answer) resolve(answer.result)
        else reject(new RpcError(answer.error.code, answer.error.message, answer.error.data))
      })
      call.onCancel(() => this.tell(CANCEL_METHOD, { requestId: id }))
      this.#own.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  }

  maySee(sessionId: string): boolean {
    return maySee(this.caller, sessionId)
  }

  announce(sessionId: string): void {
    this.#port.announce?.(sessionId)
  }

  attached(sessionId: string): void {
    this.around.note({ what: 'attached', caller: this.caller, sessionId })
  }

  /** An answer that goes where no session is. */
  answer(id: Id, answer: Answer): void {
    this.#own.write(toAnswerText(id, answer))
  }

  close(reason: string): Promise<void> {
    return this.#port.close(reason)
  }

  get participant(): Participant {
    const knowsUs = this.#greeting?.knowsUs ?? false
    return { ...toRole(this.caller), seat: this.#name, knowsUs, tell: text => this.#own.write(text) }
  }

  async #read(): Promise<void> {
    try {
      for await (const { messages } of this.#port.incoming)
        for (const message of messages) {
          const opening = this.#take(message)
          // What follows the opening was said to an agent that is there.
          if (opening !== undefined) await opening
        }
    } catch (error) {
      this.around.report(error)
    }
    // A server that is about to stop hears nothing more, and tells what is owed.
    if (this.#port.isClosed === false) await this.#finish()
    this.#upstream?.guests.delete(this)
    for (const cancellation of this.#inWork.values()) cancellation.cancel()
    for (const settle of [...this.#questions.values()])
      settle(refusal('request_cancelled', 'The client left'))
    this.attendance.leaveAll()
    this.#own.close()
  }

  async #finish(): Promise<void> {
    await Promise.all(this.#working)
    await this.attendance.untilRest()
    await this.#port.close('the gateway is closing')
  }

  #take(message: unknown): Promise<void> | undefined {
    if (message instanceof Malformed)
      return this.#refuse(
        null,
        toAnswer(rpcError(message.reason === 'not_utf8' ? 'parse_error' : message.reason, message.detail)),
      )
    if (!isFields(message)) return this.#refuse(null, refusal('invalid_request', 'One message at a time'))
    const { method } = message
    const id = idOf(message.id)
    if (typeof method !== 'string') return void this.#answered(message)
    const params = fieldsOf(message.params)
    if (message.id === undefined) return void this.#notified(method, params)
    if (id === undefined) return this.#refuse(null, refusal('invalid_request', 'The id cannot be used'))
    if (method === 'initialize') return this.#initialize(id, params)
    if (this.#greeting === undefined)
      return this.#refuse(id, refusal('invalid_request', 'initialize comes first'))
    return void this.#requested({ id, method, params })
  }

  #refuse(id: Id, answer: Answer): undefined {
    this.answer(id, answer)
    return undefined
  }

  async #initialize(id: Id, params: Fields): Promise<void> {
    if (this.#upstream !== undefined)
      return this.answer(id, refusal('invalid_request', 'initialize comes once'))
    this.#greeting = toGreeting(params)
    try {
      const { greeting } = await this.connect()
      this.answer(id, { result: this.#welcome(fieldsOf(greeting)) })
    } catch (error) {
      this.#greeting = undefined
      this.answer(id, toAnswer(error))
    }
  }

  #welcome(greeting: Fields): Fields {
    const { wantsNumbers = false, knowsUs = false } = this.#greeting ?? {}
    if (!knowsUs && !wantsNumbers) return greeting
    const words = knowsUs ? { [SESSION_META]: {} } : {}
    const numbers = wantsNumbers ? { [DELIVERY_META]: { connectionId: this.#port.id } } : {}
    return { ...greeting, _meta: { ...fieldsOf(greeting._meta), ...words, ...numbers } }
  }

  /** Nothing is awaited on the way to a session that is known: what a client says stays in order. */
  #requested(call: Call): void {
    const { id, method, params } = call
    // Said again by a client that could not know whether it arrived.
    if (this.#inWork.has(id)) return
    const scope = scopeOf(method)
    if (!this.caller.scopes.has(scope)) {
      const isSecret = sessionOf(params) !== undefined && !this.caller.scopes.has('session.read')
      return this.answer(
        id,
        isSecret ? NO_SESSION : refusal('permission_denied', `This needs the scope ${scope}`),
      )
    }
    if (!this.#isFor(method)) return this.answer(id, refusal('permission_denied', 'This is not for guests'))
    if (this.#inWork.size >= MOST_IN_WORK)
      return this.answer(id, refusal('rate_limited', 'Too many requests'))
    if (sessionOf(params) !== undefined && !isOpener(method)) return this.#desk.request(call)
    const cancellation = new Cancellation()
    this.#inWork.set(id, cancellation)
    const work = this.#work(call, cancellation)
      .catch(toAnswer)
      .then(answer => {
        this.#inWork.delete(id)
        this.#working.delete(work)
        this.answer(id, answer)
      })
    this.#working.add(work)
  }

  async #work({ method, params }: Call, cancellation: Cancellation): Promise<Answer> {
    if (isOpener(method)) return await openSession(this, { method, params, cancellation })
    const upstream = await this.connect()
    const answer = await upstream.request(method, withoutOwnMeta(params), cancellation)
    if (method !== 'session/list') return answer
    const { sessions, isSolitary } = this.around
    return await listSessions(answer, async sessionId =>
      this.maySee(sessionId) ? isSolitary || (await sessions.knows(this.owner, sessionId)) : false,
    )
  }

  #isFor(method: string): boolean {
    return this.caller.session === undefined || FOR_GUESTS.has(method)
  }

  #notified(method: string, params: Fields): void {
    if (method === CANCEL_METHOD) return this.#calledOff(params.requestId)
    if (this.#greeting === undefined || !this.caller.scopes.has(scopeOf(method)) || !this.#isFor(method))
      return
    if (sessionOf(params) !== undefined) this.#desk.notification(method, params)
    else this.#upstream?.notify(method, withoutOwnMeta(params))
  }

  #calledOff(requestId: unknown): void {
    const id = idOf(requestId)
    if (id === undefined) return
    this.#inWork.get(id)?.cancel()
    this.#desk.callOff(id)
  }

  #answered({ id, result, error }: Fields): void {
    if (typeof id !== 'string') return
    const answer = answerIn({ result, error })
    const own = this.#questions.get(id)
    if (own !== undefined) return own(answer)
    const attended = this.attendance.ofEvent(id)
    const settled = attended?.session.answer(attended.viewer, attended.seq, answer)
    if (attended === undefined || !settled?.isPermission) return
    const [{ sessionId }, { outcome }] = [attended.session, settled]
    this.around.note({ what: 'permission_answered', caller: this.caller, sessionId, outcome })
  }

  #listen(listening: Listening): Promise<ListeningRefusal | undefined> | ListeningRefusal | undefined {
    const { session } = listening
    if (session === undefined) return this.#own.listen(listening)
    const refusal = this.attendance.listen(session, listening)
    if (typeof refusal !== 'object') return refusal
    return refusal.catch(error => {
      this.around.report(error)
      return 'unknown'
    })
  }
}
