/** A rule: plain words, and the command that they become. */

import type { PlainRequest } from './request.js'

/** The words that a pattern caught, by name. */
export type Caught = Readonly<Record<string, string | undefined>>

export interface Rule {
  /** Something that the rule understands, as people would say it. */
  readonly saying: string
  readonly patterns: readonly RegExp[]
  /** The command as it would be typed; nothing when the rule does not fit after all. */
  toCommand(caught: Caught, request: PlainRequest): string | undefined | Promise<string | undefined>
}
