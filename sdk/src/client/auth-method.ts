/** The ways to sign in that an agent offers, the same for every version. */

import type { v1, v2 } from '../schema/index.js'

/** One way to sign in. */
export interface AuthMethod {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  /** `agent`: the agent sees to it by itself. `terminal`: its command is run in a terminal. Others only it knows. */
  readonly type: string
  /** For a terminal: what to append to the agent's own arguments. */
  readonly args: readonly string[]
  /** For a terminal: what to set over the agent's own environment. */
  readonly env: Readonly<Record<string, string>>
}

type Raw = v1.AuthMethod | v2.AuthMethod

export function toAuthMethod(raw: Raw): AuthMethod {
  const { args, env } = raw.type === 'terminal' ? raw : {}
  return {
    id: 'methodId' in raw ? raw.methodId : raw.id,
    name: raw.name,
    description: typeof raw.description === 'string' ? raw.description : undefined,
    // What names no type, or one that was given up, is the agent's own affair.
    type: typeof raw.type === 'string' ? raw.type : 'agent',
    args: args ?? [],
    env: isList(env) ? Object.fromEntries(env.map(({ name, value }) => [name, value])) : (env ?? {}),
  }
}

function isList(env: unknown): env is readonly v2.EnvVariable[] {
  return Array.isArray(env)
}
