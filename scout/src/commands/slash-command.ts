/** A command of scout: how it is advertised, and what its work looks like. */

import type { StopReason } from '@parley/acp/agent'
import type { Errand } from '../errand.js'

/** Does what a command says, given what was typed behind it. */
// biome-ignore lint/suspicious/noConfusingVoidType: a command that simply ends returns void
export type Work = (errand: Errand, input: string) => Promise<StopReason | void>

export interface SlashCommand {
  readonly name: string
  readonly description: string
  readonly hint?: string | undefined
  /** The command as somebody would type it. */
  readonly example: string
}
