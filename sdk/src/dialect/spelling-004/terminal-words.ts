/** How a terminal is asked for, and how its process ended, in both spellings. */

import { pairs } from './mcp-servers.js'
import { resolvePath } from './paths.js'
import { optional, spelling } from './spelling.js'

export const made = spelling({
  sessionId: 'sessionId',
  command: 'command',
  args: optional('args'),
  cwd: {
    ours: 'cwd',
    read: (value, { folder }) => resolvePath(value, folder),
    write: value => value ?? undefined,
    isLossy: true,
  },
  env: { ours: 'env', ...pairs, write: (value, scene) => pairs.write(value, scene) ?? undefined },
})

/** How a process ended. A number that version 1 has no room for is none. */
export const exit = spelling({
  exitCode: {
    ours: 'exitCode',
    read: value => (Number.isInteger(value) && (value as number) >= 0 ? value : undefined),
    write: value => value ?? undefined,
  },
  signal: optional('signal'),
})
