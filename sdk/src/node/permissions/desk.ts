/**
 * The live half of permissions: has everything judged, asks where it must, remembers what it was told, and has it written
 * down before it lets anybody through.
 */

import type {
  HostContext,
  HostedSession,
  Permission,
  PermissionChoice,
  PermissionRequest,
} from '../../client/index.js'
import { type Action, type Circumstances, type Decision, decide } from '../../guard/index.js'
import { rpcError } from '../../protocol/index.js'
import { type Answered, type Asked, askOwn } from './asking.js'
import { ClaimedCase } from './claimed-case.js'
import { Docket } from './docket.js'
import type { Tell } from './notice.js'
import { type Clock, QuestionLine } from './question-line.js'
import type { Records } from './records.js'
import { BY_USER, cancelled, type Ruling, toRuling } from './ruling.js'
import type { Surroundings } from './surroundings.js'
import type { Asker, Leave, Warden } from './warden.js'

/** What a desk works with. */
export interface DeskOptions {
  readonly permission?: Permission | undefined
  readonly surroundings: Surroundings
  readonly records: Records
  readonly clock: Clock
  /** Milliseconds that an answer is waited for. */
  readonly patience: number
  /** How many questions are shown within a minute at most. */
  readonly perMinute?: number | undefined
  /** The session of that id, if it is one that this desk serves. */
  readonly find: (sessionId: string) => HostedSession | undefined
  /** What the agent of a session calls itself. */
  readonly claimedName?: ((sessionId: string) => string | undefined) | undefined
  readonly onNotice: Tell
}

const NO_TURN = cancelled('Nobody is asked anything while no turn runs.', 'builtin:no-turn')

// Where nobody watches, nothing may fail without a word.
const NOBODY = 'default:nobody-to-ask'

/** Something to be ruled on. */
export interface Case {
  readonly action: Action
  readonly signal: AbortSignal
  /** A second look at a verdict; some cannot be carried out as they are. */
  review?(decision: Decision): Decision
  ask(permission: Permission, asked: Asked): Promise<Answered>
}

export class Desk implements Warden {
  readonly #options: DeskOptions
  readonly #dockets = new Map<string, Docket>()

  constructor(options: DeskOptions) {
    this.#options = options
  }

  async admit(action: Action, { sessionId, signal }: Asker): Promise<Leave> {
    const { records } = this.#options
    const docket = this.#docketOf(sessionId)
    const ask: Case['ask'] = (permission, asked) => askOwn(permission, action, asked)
    const ruling = await this.#rule(docket, { action, signal, ask })
    const seq = await records.record({ sessionId, action: toRecorded(action), ruling })
    if (ruling.effect === 'deny') throw rpcError('permission_denied', ruling.reason, { by: ruling.by })
    if (ruling.effect === 'cancelled') throw rpcError('request_cancelled', ruling.reason)
    return { finish: async outcome => records.conclude(seq, outcome) }
  }

  /** The answer to an agent's own question; nothing where it is to be taken as dismissed. */
  async answer(request: PermissionRequest, { signal }: HostContext): Promise<PermissionChoice | undefined> {
    const { records, clock } = this.#options
    const { sessionId } = request
    const docket = this.#docketOf(sessionId)
    const { policies, roots } = await this.#surroundings(docket)
    const isPut = docket.session.turns.length > 0
    const claimed = await ClaimedCase.make(request, { policies, roots, signal, isPut })
    const { action, facts } = claimed
    const ruling = claimed.flaw ?? (isPut ? await this.#rule(docket, claimed) : NO_TURN)
    const answer = claimed.toAnswer(ruling)
    try {
      await records.record({ sessionId, action: toRecorded(action), ruling, facts })
    } catch {
      return claimed.rejection
    }
    // What was cancelled while it was being written down is not approved.
    if (ruling.effect === 'allow' && ruling.by === BY_USER && !signal.aborted)
      claimed.approve(docket, clock.now())
    return answer
  }

  /** The work of a session was cancelled. */
  cancel(sessionId: string): void {
    this.#dockets.get(sessionId)?.cancel()
  }

  /** A session is over. */
  forget(sessionId: string): void {
    this.cancel(sessionId)
    this.#dockets.delete(sessionId)
  }

  /** Something was remembered or taken back: what waits may not need to. */
  async reconsider(): Promise<void> {
    await Promise.all([...this.#dockets.values()].map(({ line }) => line.reconsider()))
  }

  #docketOf(sessionId: string): Docket {
    const { find, clock, patience, perMinute, onNotice } = this.#options
    const session = find(sessionId)
    if (session === undefined) throw rpcError('session_not_found', 'Session not found', { sessionId })
    const known = this.#dockets.get(sessionId)
    if (known?.session === session) return known
    const onPause = (milliseconds: number): void =>
      onNotice({ kind: 'pause', path: '', message: toPauseMessage(milliseconds) })
    const docket = new Docket(session, new QuestionLine({ clock, patience, perMinute, onPause }))
    this.#dockets.set(sessionId, docket)
    return docket
  }

  async #surroundings(docket: Docket): Promise<Circumstances> {
    const { surroundings, claimedName } = this.#options
    return { ...(await surroundings.of(docket)), claimedAgent: claimedName?.(docket.session.id) }
  }

  async #rule(docket: Docket, it: Case): Promise<Ruling> {
    for (;;) {
      const ruling = toRuling(await this.#judge(docket, it)) ?? (await this.#ask(docket, it))
      if (ruling.by === NOBODY) this.#tell(ruling.reason, it.action)
      // Between the verdict and now another one may have used the pass up.
      const isByPass = ruling.by === 'pass:edit' || ruling.by === 'pass:command'
      if (!isByPass || docket.takePass(it.action, this.#options.clock.now())) return ruling
    }
  }

  async #judge(docket: Docket, { action, review }: Case): Promise<Decision> {
    const decision = decide(action, await this.#surroundings(docket))
    return review?.(decision) ?? decision
  }

  async #ask(docket: Docket, it: Case): Promise<Ruling> {
    const ruling = await docket.ask({
      signal: it.signal,
      judge: () => this.#judge(docket, it),
      put: (decision, signal) => this.#put(docket, it, { decision, signal }),
    })
    // Only now: it would settle this very question, too.
    if (ruling.by === BY_USER && ruling.scope !== undefined && ruling.scope !== 'once')
      await this.reconsider()
    return ruling
  }

  async #put(docket: Docket, it: Case, shown: Pick<Asked, 'decision' | 'signal'>): Promise<Ruling> {
    // Now, and not when it was asked: the turn may have ended while others were answered.
    if (docket.session.turns.length === 0) return NO_TURN
    const { permission, surroundings } = this.#options
    if (permission === undefined) return cancelled('Nobody can be asked.', 'default:nobody-to-ask')
    const circumstances = await this.#surroundings(docket)
    const { ruling, wish } = await this.#putTo(permission, it, { ...shown, docket, circumstances })
    // An answer that comes too late counts for nothing.
    if (wish === undefined || wish.scope === 'once' || shown.signal.aborted) return ruling
    const isKept = await surroundings.remember(it.action, wish, circumstances)
    return isKept ? ruling : { ...ruling, scope: 'once' }
  }

  async #putTo(permission: Permission, it: Case, asked: Asked): Promise<Answered> {
    try {
      return await it.ask(this.#watched(permission), asked)
    } catch (error) {
      // Whoever takes a question away because it is settled has not failed.
      if (asked.signal.aborted) return { ruling: cancelled('The question was taken away.') }
      const why = error instanceof Error ? error.message : String(error)
      this.#tell(`the question could not be asked: ${why}`)
      return { ruling: cancelled('The question could not be asked.', 'default:asking-failed') }
    }
  }

  /** An answer that was not offered counts as none, and whoever wrote the asking should know. */
  #watched(permission: Permission): Permission {
    return async (request, context) => {
      const chosen = await permission(request, context)
      const ids = request.options.map(({ optionId }) => optionId)
      if (chosen && !ids.includes(chosen.optionId))
        this.#tell(`an answer that was not offered counts as none: only ${ids.join(', ')} were offered`)
      return chosen
    }
  }

  #tell(message: string, about?: Action): void {
    this.#options.onNotice({ kind: 'question', path: '', message }, about)
  }
}

/** What stood in a file is in no record: its digest tells whether it was that text. */
function toRecorded(action: Action): Action {
  if (action.action === 'fs.write') return { ...action, text: undefined }
  return action.action === 'agent.claimed' ? { ...action, writes: undefined } : action
}

function toPauseMessage(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000)
  return `the next question waits for ${seconds} s: so many within a minute are not read`
}
