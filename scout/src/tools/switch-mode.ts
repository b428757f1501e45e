/** Proposes another mode. The user always decides: a mode says what scout may do. */

import { optionalText, textIn } from './given.js'
import type { Tool, Undertaking } from './tool.js'

const MODES = ['ask', 'code', 'architect'] as const

export const switchMode: Tool = {
  name: 'switch_mode',
  description:
    'Asks the user to switch the mode of the session: ask (permission before each change), code (edits without asking) or architect (plans, changes nothing).',
  parameters: {
    type: 'object',
    properties: {
      mode: { type: 'string', enum: MODES },
      reason: { type: 'string', description: 'Why, for the user to read.' },
    },
    required: ['mode'],
    additionalProperties: false,
  },
  effect: 'talk',
  async undertake(input, { turn: { session } }): Promise<Undertaking> {
    const mode = textIn(input, 'mode')
    const isThere = session.mode === mode
    return {
      start: { title: `Switch to the mode ${mode}`, kind: 'switch_mode', rawInput: input },
      asks: isThere
        ? undefined
        : (optionalText(input, 'reason') ?? `The mode is ${session.mode ?? 'not set'} now.`),
      async carryOut() {
        if (isThere) return { text: `The mode is ${mode} already.` }
        await session.setMode(mode)
        return { text: `The mode is ${mode} now.` }
      },
    }
  },
}
