/** The stops of the tour, in their order. */

import type { Chapter } from './chapter.js'
import { change } from './chapters/change.js'
import { files } from './chapters/files.js'
import { form } from './chapters/form.js'
import { memory } from './chapters/memory.js'
import { modes } from './chapters/modes.js'
import { page } from './chapters/page.js'
import { run } from './chapters/run.js'
import { show } from './chapters/show.js'
import { words } from './chapters/words.js'

export const chapters: readonly Chapter[] = [words, form, files, change, run, page, show, modes, memory]
