/** What the owner of a host should hear of, though nobody asked. */

import type { Action } from '../../guard/index.js'

/**
 * Something that went wrong with a policy, a question, the memory of what was allowed, the audit log, or what is lent; or
 * that a question waits for a while, because there were too many.
 */
export interface Notice {
  readonly kind: 'policy' | 'grants' | 'audit' | 'question' | 'directory' | 'terminal' | 'pause'
  /** The file or folder that it is about, if it is about one. */
  readonly path: string
  /** For people, in one sentence. */
  readonly message: string
}

/** Tells of it, and which action it is about, if it is about one. */
export type Tell = (notice: Notice, about?: Action) => void
