/** The ways scout works. What each of them permits is decided where tools are used. */

import type { Mode } from '@parley/acp/agent'

/** A session begins in the first one. */
export const MODES: readonly Mode[] = [
  { id: 'ask', name: 'Ask', description: 'Asks before every change, command and call' },
  {
    id: 'code',
    name: 'Code',
    description: 'Edits files without asking; still asks before it moves, deletes, runs or fetches anything',
  },
  { id: 'architect', name: 'Architect', description: 'Reads and plans; changes nothing and runs nothing' },
]
