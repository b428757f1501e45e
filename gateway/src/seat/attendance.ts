/**
 * The sessions that one client takes part in, and its listening to them. Finds a session once; what comes for it
 * meanwhile waits in order, so that nothing overtakes anything.
 */

import { RESET_METHOD } from '@parley/acp/protocol'
import type { Listening, Port } from '@parley/acp/transport'
import { BEGINNING, fromEventId, toEventId } from '@parley/acp/transport'
import { notify } from '../hub/render.js'
import type { Owner } from '../hub/sessions.js'
import type { SharedSession } from '../hub/shared-session.js'
import type { Participant, Viewer } from '../hub/viewer.js'
import { within } from '../hub/within.js'
import type { Elsewhere } from './elsewhere.js'
import type { Surroundings } from './surroundings.js'
import { WaitingEars } from './waiting-ears.js'

/** A client in one session. */
export interface Attended {
  readonly session: SharedSession
  readonly viewer: Viewer
}

/** Who attends. */
export interface Attendant {
  readonly participant: Participant
  /** The version that it speaks. */
  readonly protocol: number
  /** Where it takes part in sessions of the other. */
  readonly elsewhere: Elsewhere
  /** Whether for this client there can be such a session at all. */
  maySee(sessionId: string): boolean
  /** Where one line carries all streams: this one begins, and is to be listened to. */
  announce(sessionId: string): void
  /** It takes part in this session from now on. */
  attached(sessionId: string): void
}

export class Attendance {
  readonly #around: Surroundings
  readonly #owner: Owner
  readonly #client: Attendant
  readonly #attended = new Map<string, Attended>()
  readonly #byEpoch = new Map<string, Attended>()
  readonly #finding = new Map<string, Promise<Attended | undefined>>()
  readonly #waiting = new WaitingEars()
  #hasLeft = false

  constructor(around: Surroundings, owner: Owner, client: Attendant) {
    this.#around = around
    this.#owner = owner
    this.#client = client
  }

  /** At once, if this client has been there before. */
  known(sessionId: string): Attended | undefined {
    return this.#finding.has(sessionId) ? undefined : this.#present(sessionId)
  }

  /** Whether what was found is still what this client attends. */
  isCurrent(attended: Attended): boolean {
    return this.#attended.get(attended.session.sessionId) === attended
  }

  /** Whether it is held in the version that this client does not speak. */
  isElsewhere({ protocol }: SharedSession): boolean {
    return protocol !== this.#client.protocol
  }

  ofEvent(event: string): (Attended & { readonly seq: number }) | undefined {
    const id = fromEventId(event)
    const attended = id && this.#byEpoch.get(id.epoch)
    return attended && { ...attended, seq: id.number }
  }

  /** The session, if it is this principal's. */
  find(sessionId: string): Promise<Attended | undefined> {
    if (!this.#client.maySee(sessionId)) return Promise.resolve(undefined)
    const known = this.#present(sessionId)
    if (known !== undefined) return Promise.resolve(known)
    const finding = this.#finding.get(sessionId)
    if (finding !== undefined) return finding
    const found = this.#around.sessions
      .find(this.#owner, sessionId, this.#around.takePlace)
      .then(session => (session === undefined || this.#hasLeft ? undefined : this.enter(session)))
      .finally(() => this.#finding.delete(sessionId))
    this.#finding.set(sessionId, found)
    return found
  }

  /** This session is one that may be listened to before it is open. */
  expect(sessionId: string): void {
    this.#waiting.expect(sessionId)
  }

  /** The same while the work lasts that may open it; whoever still waits for it then has nothing to hear. */
  expecting<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    return this.#waiting.expecting(sessionId, work)
  }

  /** Opened by this client, which has the word then. */
  open(session: SharedSession): Viewer {
    const { viewer } = this.enter(session)
    session.giveWord(viewer)
    // Who has left meanwhile has opened it for others, or for another time.
    if (this.#hasLeft) session.leave(viewer)
    return viewer
  }

  /** Takes a seat in this session; it hears nothing yet. */
  enter(session: SharedSession): Attended {
    const known = this.#attended.get(session.sessionId)
    if (known?.session === session) return known
    const attended = { session, viewer: session.viewerOf(this.#client.participant) }
    this.#attended.set(session.sessionId, attended)
    this.#byEpoch.set(session.log.epoch, attended)
    const outlet = this.#waiting.take(session.sessionId)
    if (outlet !== undefined)
      void this.#admit(attended, { session: session.sessionId, after: undefined, outlet })
    else this.#client.announce(session.sessionId)
    return attended
  }

  /** The session was put away by this client's wish: it has heard so, unless it does not read. */
  async leave({ session, viewer }: Attended): Promise<void> {
    const { sessions, takePlace, patience, report } = this.#around
    // Before it hears so: it may want to open another.
    const isLast = session.isLeft(viewer)
    if (isLast) sessions.giveBack(session)
    const { last } = session.log
    await session.log.kept(last).catch(() => {})
    viewer.wake()
    await within(patience.readers, viewer.caughtUp(last))
    // It may have been taken up again.
    if (!session.isPutAway && isLast) sessions.occupy(session, takePlace, report)
    if (!session.isPutAway || this.#hasLeft) return
    const outlet = viewer.letGo()
    session.leave(viewer)
    this.#attended.delete(session.sessionId)
    this.#byEpoch.delete(session.log.epoch)
    if (outlet !== undefined) this.#waiting.keep(session.sessionId, outlet)
    await this.#release(session)
  }

  leaveAll(): void {
    this.#hasLeft = true
    const attended = [...this.#attended.values()]
    this.#attended.clear()
    for (const { session, viewer } of attended) session.leave(viewer)
    for (const { viewer } of attended) viewer.close()
    this.#waiting.closeAll()
    for (const { session } of attended) void this.#release(session)
  }

  /** At once where the session is known: what is told next must find its way out. */
  listen(sessionId: string, listening: Listening): ReturnType<Port['onListen']> {
    if (!this.#client.maySee(sessionId)) return 'unknown'
    const known = this.#present(sessionId)
    if (known !== undefined) return this.#admit(known, listening)
    // Whoever opens it just now need not wait until it is open.
    if (listening.after === undefined && this.#waiting.canWait(sessionId))
      return this.#waiting.park(sessionId, listening.outlet)
    return this.find(sessionId).then(attended =>
      attended === undefined
        ? this.#waiting.park(sessionId, listening.outlet)
        : this.#admit(attended, listening),
    )
  }

  /** Resolves when nothing is under way in its sessions, and it has been told all of it. */
  async untilRest(): Promise<void> {
    const attended = [...this.#attended.values()]
    await Promise.all(
      attended.map(async ({ session, viewer }) => {
        await session.untilRest()
        await session.log.kept(session.log.last).catch(() => {})
        viewer.wake()
        await viewer.caughtUp(session.log.durable)
      }),
    )
  }

  #admit(attended: Attended, listening: Listening): ReturnType<Port['onListen']> {
    const { viewer, session } = attended
    if (this.isElsewhere(session)) return this.#client.elsewhere.listen(session, listening)
    const { after, outlet } = listening
    const wasAttached = viewer.isAttached
    if (after === undefined && viewer.isListening) return 'taken'
    viewer.listen(outlet, after === undefined ? undefined : () => goOn(attended, after))
    if (!wasAttached && viewer.isAttached) this.#client.attached(session.sessionId)
    return undefined
  }

  /** What its agent has put away, and nobody looks at, takes no place. */
  async #release(session: SharedSession): Promise<void> {
    if (session.isLeft()) await this.#around.sessions.putAway(session).catch(this.#around.report)
  }

  #present(sessionId: string): Attended | undefined {
    const known = this.#attended.get(sessionId)
    if (known === undefined || !known.session.isGone) return known
    this.#attended.delete(sessionId)
    this.#byEpoch.delete(known.session.log.epoch)
    return undefined
  }
}

/** Behind an event that is there; else everything from the beginning, and the client is told so first. */
export function goOn({ session, viewer }: Attended, after: string): void {
  // Who has heard nothing yet hears all that it was to hear. Who takes no part did so before the gateway was started anew.
  if (after === BEGINNING) return viewer.isAttached ? viewer.beginAgain() : viewer.goOnAfter(0)
  const place = viewer.placeOf(after)
  if (place !== undefined) return viewer.goOnAfter(place)
  const event = toEventId({ epoch: session.log.epoch, number: session.log.last })
  const params = { sessionId: session.sessionId, event }
  viewer.tell('reset', () => notify({ method: RESET_METHOD, params }))
  viewer.attach(0, session.log.last)
}
