/** Answers what the policy leaves open: by the flags, by the person at the terminal, or not at all, which ends the run. */

import type { Permission, PermissionChoice, PermissionRequest } from '@parley/acp/client'
import { boundedLine, leastLasting } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import type { Allowance } from './allowance.js'
import type { Halt } from './halt.js'
import { neededFlag } from './needed-flag.js'

/** Somebody who can be asked. */
export interface Person {
  choose(request: PermissionRequest, signal: AbortSignal): Promise<PermissionChoice | undefined>
}

export interface RefereeMeans {
  readonly allowance: Allowance
  readonly halt: Halt
  readonly person?: Person | undefined
}

export class Referee {
  readonly #means: RefereeMeans
  #lastBy = 'you'

  constructor(means: RefereeMeans) {
    this.#means = means
  }

  /** On whose word the last question was answered. Questions come one at a time. */
  get lastBy(): string {
    return this.#lastBy
  }

  readonly answer: Permission = async (request, { signal }) => {
    const { halt, person } = this.#means
    const flag = this.#flagFor(request)
    const yes =
      flag === undefined ? undefined : leastLasting(request.options, 'allow', { delegateAlways: false })
    if (flag !== undefined && yes !== undefined) {
      this.#lastBy = flag
      return yes
    }
    this.#lastBy = person === undefined ? 'nobody' : 'you'
    if (person !== undefined) return person.choose(request, signal)
    halt.request(toWish(request))
    return undefined
  }

  /** The flag that says yes in advance. What hides characters is never covered. */
  #flagFor({ action, decision }: PermissionRequest): string | undefined {
    const { believed, everything } = this.#means.allowance
    if (decision?.by === 'builtin:cleaned') return undefined
    if (everything !== undefined) return everything
    if (action?.action !== 'agent.claimed' || decision?.by !== 'default:ask') return undefined
    return believed.get(action.kind)
  }
}

function toWish(request: PermissionRequest): Parameters<Halt['request']>[0] {
  const needed = neededFlag(request)
  const lines = (request.lines ?? [request.title]).slice(0, 20).join('\n  ')
  const why = request.decision?.reason ?? ''
  return {
    exitCode: EXIT.denied,
    reason: 'permission_needed',
    message:
      `permission is needed, and nobody can be asked: ${boundedLine(request.title, 300)}\n  ${lines}\n  ${why}`.trimEnd(),
    cure: 'flag' in needed ? `To allow it: ${needed.flag}` : needed.why,
  }
}
