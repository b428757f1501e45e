/** What a policy file says, once it was read: lines that allow, ask or deny. A file that could not be read is one, too. */

import type { ActionName } from './action.js'
import type { ArgvPattern } from './argv-pattern.js'
import type { Effect } from './decision.js'
import type { PathGlob } from './path-glob.js'
import type { UrlPattern } from './url-pattern.js'

/** Whose policy it is. A project's may only deny and ask. */
export type PolicySource = 'user' | 'project'

/** One line of a policy. What is absent matters not. */
export interface Rule {
  /** `user:0`: whose, and which line, counted from 0. */
  readonly id: string
  readonly effect: Effect
  /** An action, a family of them (`fs.*`), or `*`. */
  readonly action: ActionName | `${string}.*` | '*'
  readonly path?: PathGlob | undefined
  readonly argv?: ArgvPattern | undefined
  readonly cwd?: PathGlob | undefined
  /** Names of variables: a line that allows lets these be added and no others. */
  readonly env?: readonly string[] | undefined
  readonly server?: string | undefined
  readonly tool?: string | undefined
  readonly schema?: string | undefined
  readonly mode?: readonly string[] | undefined
  /** What the agent calls its own doing. Lines that allow cannot have it. */
  readonly kind?: readonly string[] | undefined
  readonly host?: readonly string[] | undefined
  readonly url?: UrlPattern | undefined
  /** Agents, `name` or `name@version`. */
  readonly agents?: readonly string[] | undefined
}

/** A policy file, read. */
export interface Policy {
  readonly source: PolicySource
  /** What becomes of a question when nobody can be asked. */
  readonly headless: 'deny'
  /** The agent may be told `allow_always` when the user picks that very option. */
  readonly delegateAlways: boolean
  readonly rules: readonly Rule[]
  /** The file could not be read: everything asks. */
  readonly isBroken: boolean
  /** Where it was read from, for people. */
  readonly file?: string | undefined
}

/** One thing that is wrong in a policy file. */
export interface PolicyFlaw {
  /** Where: `$.rules[2].path`. */
  readonly path: string
  readonly expected: string
  readonly found: string
}

const blank = { headless: 'deny', delegateAlways: false, rules: [] } as const

/** The policy of whoever has no file. */
export const emptyPolicy = (source: PolicySource): Policy => ({ ...blank, source, isBroken: false })

/** What stands for a file that cannot be read: with it everything asks. */
export const brokenPolicy = (source: PolicySource, file?: string): Policy => ({
  ...blank,
  source,
  isBroken: true,
  ...(file !== undefined && { file }),
})

/** A flaw as one line for people. */
export const describeFlaw = ({ path, expected, found }: PolicyFlaw): string =>
  `${path}: expected ${expected}, found ${found}`
