/** What `parley run` must make of real agents: one row per way to end. Adding a way is adding a row. */

export interface CommandCase {
  readonly name: string
  readonly prompt: string
  readonly args?: readonly string[]
  /** Without what it signs in with. */
  readonly isSignedOut?: true
  /** Done to it once the agent has begun to speak: Ctrl-C, or the sudden end of the agent. */
  readonly interference?: 'interrupt' | 'kill-agent'
  /** What it ends with: for every agent, or by name. An agent that is not named has no such case. */
  readonly exit: number | Readonly<Record<string, number>>
  readonly stopReason?: string
}

const SLOW = '[[slow 300*100]]'
const CLAUDE = 'claude-agent-acp'

export const COMMAND_CASES: readonly CommandCase[] = [
  { name: 'end', prompt: '[[say the part is over]]', exit: 0, stopReason: 'end_turn' },
  {
    name: 'work',
    prompt: '[[read notes.txt]] [[shell cat notes.txt > copy.txt]] [[say done]]',
    args: ['--approve', 'all'],
    exit: 0,
    stopReason: 'end_turn',
  },
  { name: 'refusal', prompt: '[[refuse]]', exit: 6, stopReason: 'refusal' },
  // Only this one counts money.
  { name: 'limit', prompt: '[[say hello]]', args: ['--max-cost', '0.0000001'], exit: { [CLAUDE]: 7 } },
  // None of them says so by its stop reason: two take the answer for a good one, and one gives up with an error.
  { name: 'cut answer', prompt: '[[length]]', exit: { kimi: 0, opencode: 0, [CLAUDE]: 1 } },
  { name: 'crash', prompt: SLOW, interference: 'kill-agent', exit: 8 },
  { name: 'timeout', prompt: SLOW, args: ['--timeout', '8s'], exit: 3 },
  { name: 'permission denied', prompt: '[[shell touch made.txt]]', exit: 5 },
  { name: 'sign-in needed', prompt: '[[say hello]]', isSignedOut: true, exit: { kimi: 9, [CLAUDE]: 9 } },
  { name: 'Ctrl-C', prompt: SLOW, interference: 'interrupt', exit: 130, stopReason: 'cancelled' },
]
