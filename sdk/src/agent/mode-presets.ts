/** Modes that users of other agents know already, ready to be declared. */

import type { Mode } from './setting.js'

/** The usual modes: `modes: [modePresets.ask, modePresets.code]`. What each one permits is for the author to see to. */
export const modePresets = {
  default: { id: 'default', name: 'Default', description: 'Asks before it changes anything' },
  plan: { id: 'plan', name: 'Plan', description: 'Reads and makes a plan; changes nothing' },
  code: { id: 'code', name: 'Code', description: 'Writes and runs code' },
  architect: { id: 'architect', name: 'Architect', description: 'Designs; writes no code' },
  ask: { id: 'ask', name: 'Ask', description: 'Answers questions; changes nothing' },
} as const satisfies Readonly<Record<string, Mode>>
