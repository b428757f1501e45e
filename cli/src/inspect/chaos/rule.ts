/** What can be done to messages on purpose, and to which. */

import type { Heading } from '@parley/acp/inspect'

/** How a message is spoilt. */
export const DAMAGES = ['cut', 'flip', 'wrong_type', 'invalid_utf8', 'not_json'] as const
export type Damage = (typeof DAMAGES)[number]

/** What is taken away: the agent's input, its output, or the agent. */
export const CLOSINGS = ['stdin', 'stdout', 'kill'] as const
export type Closing = (typeof CLOSINGS)[number]

export const KINDS = ['request', 'notification', 'answer'] as const
export type Kind = (typeof KINDS)[number]

/** From one number to another; both the same where it is always that. */
export type Range = readonly [least: number, most: number]

/** What is done. */
export type Deed =
  | { readonly do: 'delay'; readonly ms: Range }
  | { readonly do: 'drop' }
  | { readonly do: 'duplicate'; readonly times: number }
  /** Held back until so many later ones have passed. */
  | { readonly do: 'reorder'; readonly by: number }
  | { readonly do: 'split'; readonly bytes: number; readonly ms: Range }
  | { readonly do: 'malform'; readonly how: Damage }
  | { readonly do: 'disconnect'; readonly close: Closing }
  /** Held until somebody who watches lets it go. */
  | { readonly do: 'hold' }

export const DEEDS = [
  'delay',
  'drop',
  'duplicate',
  'reorder',
  'split',
  'malform',
  'disconnect',
  'hold',
] as const

/** A deed, and to which messages it is done. All that is said must hold. */
export interface ChaosRule {
  readonly deed: Deed
  readonly to?: Heading | undefined
  /** A pattern with `*`; of an answer the method that it answers. */
  readonly method?: string | undefined
  readonly session?: string | undefined
  readonly kind?: Kind | undefined
  /** Which of those that match, from 1, counted for each direction. */
  readonly nth?: readonly number[] | undefined
  readonly probability?: number | undefined
}
