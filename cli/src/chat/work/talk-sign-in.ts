/** The ways to sign in that an agent offers and that can be gone here. */

import type { Client } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { SignInMethod } from '../model/talk.js'

export function signInMethods(
  client: Client<Version> | undefined,
  hasTerminal: boolean,
): readonly SignInMethod[] {
  return (client?.authMethods ?? []).flatMap(({ id, name, description, type }): SignInMethod[] =>
    type === 'agent' || (type === 'terminal' && hasTerminal)
      ? [{ id, name, description, isTerminal: type === 'terminal' }]
      : [],
  )
}
