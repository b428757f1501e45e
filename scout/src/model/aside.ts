/**
 * What scout says beside the conversation. A client that takes no notices gets them as messages, and those are kept:
 * a model that reads the conversation again must not take them for its own words.
 */

import type { Turn } from '@parley/acp/agent'

const ASIDES = {
  busy: 'The model is busy',
  broken: 'The connection to the model broke',
  cut: 'The answer was cut off at its limit',
  refused: 'The model refused to answer',
  stopped: 'The turn was stopped at its limit',
  talking: 'The model cannot use tools',
  silent: 'The model gave an empty answer',
  shortened: 'The conversation has become long',
} as const

export type AsideKind = keyof typeof ASIDES

/** Shows a notice that begins in the words of its kind. */
export const showAside = (turn: Turn, kind: AsideKind, rest: string): Promise<void> | undefined =>
  turn.notice({ severity: kind === 'shortened' ? 'info' : 'warning', title: `${ASIDES[kind]}${rest}` })

export const isAside = (text: string): boolean =>
  !text.includes('\n') && Object.values(ASIDES).some(opening => text.startsWith(opening))
