/** Scout's own tools, in the order in which they are told of. */

import { edit } from './edit.js'
import { read } from './read.js'
import { run } from './run.js'
import type { Tool } from './tool.js'
import { write } from './write.js'

export const ownTools: readonly Tool[] = [read, edit, write, run]
