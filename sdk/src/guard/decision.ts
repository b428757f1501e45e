/** The verdict on an action: what becomes of it, on whose word, and how long a yes may last. */

/** What becomes of an action. */
export type Effect = 'allow' | 'ask' | 'deny'

/** How long a yes lasts: this request, this session, this workspace, or until it is revoked. */
export type Scope = 'once' | 'session' | 'workspace' | 'always'

/** The verdict on one action. */
export interface Decision {
  readonly effect: Effect
  /** Whose word it is: `builtin:…`, `user:2`, `project:0`, `grant:…`, `default:…`. Stands in the audit log. */
  readonly by: string
  /** The same for people, in one sentence. */
  readonly reason: string
  /** How long a yes to this may last, the shortest first. What must be asked every time has `once` alone. */
  readonly scopes: readonly Scope[]
}
