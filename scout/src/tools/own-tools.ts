/** Scout's own tools, in the order in which they are told of. */

import { ask } from './ask.js'
import { edit } from './edit.js'
import { fetchPage } from './fetch.js'
import { find } from './find.js'
import { list } from './list.js'
import { move } from './move.js'
import { plan } from './plan.js'
import { read } from './read.js'
import { remove } from './remove.js'
import { run } from './run.js'
import { search } from './search.js'
import { switchMode } from './switch-mode.js'
import type { Tool } from './tool.js'
import { write } from './write.js'

const looking = [read, list, find, search]
const changing = [edit, write, move, remove, run, fetchPage]
const talking = [ask, plan, switchMode]

export const ownTools: readonly Tool[] = [...looking, ...changing, ...talking]
