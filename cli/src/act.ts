/** How a declared command is carried out: its work is loaded when it is called. */

import type { Shell } from './shell.js'

export type Act = (work: () => Promise<(shell: Shell) => Promise<number>>) => Promise<void>
