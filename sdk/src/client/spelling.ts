/** What each version calls the few things that both can do but name differently. */

import type { SessionOption } from './session-option.js'

/** A request: its name and params. */
export interface Request {
  readonly method: string
  readonly params: object
}

export interface Spelling {
  /** Takes up a kept conversation and has it told again from its beginning. */
  load(params: object): Request
  login(methodId: string): Request
  readonly logout: string
  /** How an option's new value is written. */
  toValue(option: SessionOption, value: string | boolean): object
  /** Whether what an answer says of a session replaces what updates said before it; if not, they replace it. */
  readonly isAnswerLater: boolean
  /** Whether prompts wait here while the agent works on another. */
  readonly holdsPrompts: boolean
}
