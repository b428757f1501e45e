/** Answers what the policy leaves open: by the flags, by the person at the terminal, or not at all, which ends the run. */

import type { Permission, PermissionChoice, PermissionRequest } from '@parley/acp/client'
import { leastLasting } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import type { Allowance } from './allowance.js'
import { type FlagJudgeMeans, type Judgement, judgeShown, judgeUnheld } from './flag-judge.js'
import type { Halt } from './halt.js'
import { neededFlag } from './needed-flag.js'
import { toQuestion } from './question-lines.js'
import { isChangeKind, isOfItsKind } from './shown-action.js'

/** Somebody who can be asked. */
export interface Person {
  choose(request: PermissionRequest, signal: AbortSignal): Promise<PermissionChoice | undefined>
}

export interface RefereeMeans extends FlagJudgeMeans {
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
    const judgement = await this.#judge(request)
    const { verdict } = judgement
    if (verdict !== undefined) {
      const { effect, flag } = verdict
      const answer = effect === 'allow' ? 'allow' : 'reject'
      const choice = leastLasting(request.options, answer, { delegateAlways: false })
      if (choice !== undefined || effect === 'deny') {
        this.#lastBy = flag
        return choice
      }
    }
    this.#lastBy = person === undefined ? 'nobody' : 'you'
    if (person !== undefined) return person.choose(request, signal)
    halt.request(await toWish(request, judgement))
    return undefined
  }

  /** What flags say in advance. A no comes first, and what hides characters is never covered. */
  async #judge(request: PermissionRequest): Promise<Judgement> {
    const { action, decision } = request
    const shown =
      action?.action === 'agent.claimed'
        ? await judgeShown(action, request, this.#means)
        : this.#judgeLent(action)
    if (shown.verdict?.effect === 'deny') return shown
    if (decision?.by === 'builtin:cleaned') return {}
    const { everything } = this.#means.allowance
    if (everything !== undefined) return { verdict: { effect: 'allow', flag: everything } }
    if (shown.doubt !== undefined) return shown
    const flag = this.#flagFor(request)
    return flag === undefined ? shown : { verdict: { effect: 'allow', flag } }
  }

  /** What is lent is judged by the host; here is only what no line of it can tell. */
  #judgeLent(action: PermissionRequest['action']): Judgement {
    if (action?.action !== 'terminal.exec') return {}
    return judgeUnheld([action], 'execute', this.#means.policy)
  }

  #flagFor({ action, decision }: PermissionRequest): string | undefined {
    const { believed, commands } = this.#means.allowance
    if (decision?.by !== 'default:ask') return undefined
    if (action?.action === 'terminal.exec') return commands
    if (action?.action !== 'agent.claimed') return undefined
    const isCommand = action.runs !== undefined && action.writes === undefined && !isChangeKind(action.kind)
    if (commands !== undefined && isCommand) return commands
    return isOfItsKind(action) ? believed.get(action.kind) : undefined
  }
}

async function toWish(
  request: PermissionRequest,
  judgement: Judgement,
): Promise<Parameters<Halt['request']>[0]> {
  const needed = await neededFlag(request, judgement)
  const { title, lines } = toQuestion(request)
  const why = request.decision?.reason ?? ''
  return {
    exitCode: EXIT.denied,
    reason: 'permission_needed',
    message: [
      `permission is needed, and nobody can be asked: ${title}`,
      ...[...lines.slice(0, 20), why, judgement.doubt ?? '']
        .filter(line => line !== '')
        .map(line => `  ${line}`),
    ].join('\n'),
    cure:
      'why' in needed
        ? needed.why
        : `To allow it: ${[needed.flag, ...needed.broader].join(', or more broadly: ')}`,
  }
}
