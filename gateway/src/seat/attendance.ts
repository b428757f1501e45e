/**
 * The sessions that one client takes part in, and its listening to them. Finds a session once; what comes for it
 * meanwhile waits in order, so that nothing overtakes anything.
 */

import { DELIVERY_META, RESET_METHOD } from '@parley/acp/protocol'
import type { Listening, ListeningRefusal, Outlet } from '@parley/acp/transport'
import { fromEventId, toEventId } from '@parley/acp/transport'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldsOf } from '../hub/fields.js'
import { notify } from '../hub/render.js'
import type { Owner } from '../hub/sessions.js'
import type { SharedSession } from '../hub/shared-session.js'
import type { Participant, Viewer } from '../hub/viewer.js'
import type { Surroundings } from './surroundings.js'

/** A client in one session. */
export interface Attended {
  readonly session: SharedSession
  readonly viewer: Viewer
}

const MOST_PARKED = 64

export class Attendance {
  readonly #around: Surroundings
  readonly #owner: Owner
  readonly #participant: () => Participant
  readonly #canRead: boolean
  readonly #attended = new Map<string, Attended>()
  readonly #byEpoch = new Map<string, Attended>()
  readonly #finding = new Map<string, Promise<Attended | undefined>>()
  /** Who listens to sessions that are still to be opened. */
  readonly #parked = new Map<string, Outlet>()

  constructor(around: Surroundings, owner: Owner, who: { participant: () => Participant; canRead: boolean }) {
    this.#around = around
    this.#owner = owner
    this.#participant = who.participant
    this.#canRead = who.canRead
  }

  /** At once, if this client has been there before. */
  known(sessionId: string): Attended | undefined {
    return this.#finding.has(sessionId) ? undefined : this.#present(sessionId)
  }

  ofEvent(event: string): (Attended & { readonly seq: number }) | undefined {
    const id = fromEventId(event)
    const attended = id && this.#byEpoch.get(id.epoch)
    return attended && { ...attended, seq: id.number }
  }

  /** The session, if it is this principal's. */
  find(sessionId: string): Promise<Attended | undefined> {
    const known = this.#present(sessionId)
    if (known !== undefined) return Promise.resolve(known)
    const finding = this.#finding.get(sessionId)
    if (finding !== undefined) return finding
    const found = this.#around.sessions
      .find(this.#owner, sessionId)
      .then(session => session && this.enter(session))
      .finally(() => this.#finding.delete(sessionId))
    this.#finding.set(sessionId, found)
    return found
  }

  /** Takes a seat in this session; it hears nothing yet. */
  enter(session: SharedSession): Attended {
    const known = this.#attended.get(session.sessionId)
    if (known?.session === session) return known
    const attended = { session, viewer: session.viewerOf(this.#participant()) }
    this.#attended.set(session.sessionId, attended)
    this.#byEpoch.set(session.log.epoch, attended)
    const outlet = this.#parked.get(session.sessionId)
    this.#parked.delete(session.sessionId)
    if (outlet !== undefined) attended.viewer.listen(outlet)
    return attended
  }

  leaveAll(): void {
    for (const { session, viewer } of this.#attended.values()) session.leave(viewer)
    for (const { viewer } of this.#attended.values()) viewer.close()
    for (const outlet of this.#parked.values()) outlet.close()
    this.#attended.clear()
  }

  async listen(sessionId: string, { after, outlet }: Listening): Promise<ListeningRefusal | undefined> {
    if (!this.#canRead) return 'unknown'
    const attended = await this.find(sessionId)
    if (attended === undefined) return this.#park(sessionId, outlet)
    const { viewer } = attended
    if (after === undefined && viewer.isListening) return 'taken'
    viewer.listen(outlet, after === undefined ? undefined : () => goOn(attended, after))
    return undefined
  }

  #present(sessionId: string): Attended | undefined {
    const known = this.#attended.get(sessionId)
    if (known === undefined || !known.session.isGone) return known
    this.#attended.delete(sessionId)
    this.#byEpoch.delete(known.session.log.epoch)
    return undefined
  }

  /** What only the agent knows may still be opened; whoever listens already hears it then. */
  #park(sessionId: string, outlet: Outlet): ListeningRefusal | undefined {
    if (!this.#around.isSolitary || this.#parked.size >= MOST_PARKED) return 'unknown'
    if (this.#parked.has(sessionId)) return 'taken'
    this.#parked.set(sessionId, outlet)
    void outlet.closed.then(() => {
      if (this.#parked.get(sessionId) === outlet) this.#parked.delete(sessionId)
    })
    return undefined
  }
}

/** Behind an event that is there; else everything from the beginning, and the client is told so first. */
export function goOn({ session, viewer }: Attended, after: string): void {
  const place = viewer.placeOf(after)
  if (place !== undefined) return viewer.goOnAfter(place)
  const event = toEventId({ epoch: session.log.epoch, number: 0 })
  viewer.tell(notify({ method: RESET_METHOD, params: { sessionId: session.sessionId, event } }))
  viewer.attach(0, session.log.last)
}

/** The same answer with the place from which the client hears the session: it can go on there before it heard a thing. */
export function withPlace(attendance: Attendance, answer: Answer, params: Fields): Answer {
  if ('error' in answer) return answer
  const result = fieldsOf(answer.result)
  const attended = attendance.known(String(result.sessionId ?? params.sessionId))
  if (attended === undefined) return answer
  const { viewer } = attended
  const event = toEventId({ epoch: viewer.epoch, number: viewer.cursor })
  return { result: { ...result, _meta: { ...fieldsOf(result._meta), [DELIVERY_META]: { event } } } }
}
