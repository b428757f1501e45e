/**
 * Whether the policies of the user and the project deny what a person does in the folder of a session. People need not be asked
 * whether they mean it; but what they take back is mostly an agent's word for what was there, and a line that denies holds for
 * that, too.
 */

import { type Action, decide } from '@parley/acp/guard'
import { type ForesightOptions, foresee } from '@parley/acp/node'

/** Why not, in a sentence; nothing where no line is against it. */
export type FindDenial = (action: Action) => Promise<string | undefined>

/** By the rules of a session that lends, as they are when it is asked. */
export function denialBy(options: ForesightOptions): FindDenial {
  return async action => {
    const { circumstances } = await foresee(options)
    const broken = circumstances.policies.find(({ isBroken }) => isBroken)
    if (broken !== undefined)
      return `The ${broken.source} policy cannot be read, so nobody knows what it denies: mend it first.`
    // What somebody once said to an agent is said to agents.
    const { effect, reason } = decide(action, { ...circumstances, grants: [] })
    return effect === 'deny' ? reason : undefined
  }
}
