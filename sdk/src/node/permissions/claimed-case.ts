/** A question of an agent about its own doing, as the desk sees it: what is claimed, what is shown, what may be answered. */

import type { Permission, PermissionChoice, PermissionRequest } from '../../client/index.js'
import { type Claim, type Decision, findOptionsFlaw, leastLasting, type Policy } from '../../guard/index.js'
import { type Answered, type Asked, askClaimed } from './asking.js'
import { type ClaimedChanges, findChanges } from './claimed-changes.js'
import { findCommand, hasUnreadableCommand } from './claimed-command.js'
import { toClaim } from './claimed-question.js'
import type { Case } from './desk.js'
import type { Docket } from './docket.js'
import { cancelled, denied, type Ruling } from './ruling.js'

interface Setting {
  readonly policies: readonly Policy[]
  /** The real paths of the session's directories. */
  readonly roots: readonly string[]
  readonly signal: AbortSignal
  /** Whether anybody would be asked. */
  readonly isPut: boolean
}

const NOTHING: ClaimedChanges = { shown: [], patches: [], writes: [] }

export class ClaimedCase implements Case {
  readonly action: Claim
  readonly signal: AbortSignal
  readonly #request: PermissionRequest
  readonly #changes: ClaimedChanges
  readonly #delegateAlways: boolean

  constructor(request: PermissionRequest, changes: ClaimedChanges, { policies, roots, signal }: Setting) {
    const isUnreadable = hasUnreadableCommand(request, roots)
    this.action = toClaim(request, {
      writes: changes.writes,
      runs: findCommand(request, roots),
      isUnreadable,
    })
    this.signal = signal
    this.#request = request
    this.#changes = changes
    this.#delegateAlways = policies.some(({ source, delegateAlways }) => source === 'user' && delegateAlways)
  }

  /** What is put to nobody is not looked into: that costs more than to ask for it. */
  static async make(request: PermissionRequest, setting: Setting): Promise<ClaimedCase> {
    const isProper = setting.isPut && findOptionsFlaw(request.options) === undefined
    return new ClaimedCase(request, isProper ? await findChanges(request, setting.roots) : NOTHING, setting)
  }

  get facts(): object {
    const changes = this.#changes.writes.map(({ at: { path }, sha256 }) =>
      sha256 === '' ? { path } : { path, sha256 },
    )
    return { toolCallId: this.#request.toolCall?.toolCallId, changes }
  }

  /** Leaves a pass for everything that a yes to this stands for; none where the agent hid something in its words. */
  approve(docket: Docket, now: number): void {
    const { wasCleaned, runs } = this.action
    if (wasCleaned) return
    for (const { at, sha256, before } of this.#changes.writes)
      if (sha256 !== '') docket.addPass({ path: at.path, sha256, before }, now)
    if (runs !== undefined) docket.addCommandPass(runs, now)
  }

  /** The end of a question that cannot be answered fairly. */
  get flaw(): Ruling | undefined {
    if (this.#changes.isTooMuch === true) return denied('It shows more changes than can be judged.')
    const flaw = findOptionsFlaw(this.#request.options)
    return flaw === undefined
      ? undefined
      : cancelled(`The question is not proper: ${flaw}.`, 'builtin:options')
  }

  get rejection(): PermissionChoice | undefined {
    return leastLasting(this.#request.options, 'reject', { delegateAlways: false })
  }

  /** Where it is unclear which of several answers means a plain yes, the user says it. */
  review = (decision: Decision): Decision =>
    decision.effect === 'allow' && this.#consent === undefined ? { ...decision, effect: 'ask' } : decision

  ask(permission: Permission, asked: Asked): Promise<Answered> {
    const [request, claim, changes] = [this.#request, this.action, this.#changes]
    return askClaimed(permission, { request, claim, changes, delegateAlways: this.#delegateAlways }, asked)
  }

  toAnswer({ effect, optionId }: Ruling): PermissionChoice | undefined {
    if (optionId !== undefined) return this.#request.options.find(option => option.optionId === optionId)
    if (effect === 'cancelled') return undefined
    return effect === 'allow' ? this.#consent : this.rejection
  }

  get #consent(): PermissionChoice | undefined {
    return leastLasting(this.#request.options, 'allow', { delegateAlways: false })
  }
}
