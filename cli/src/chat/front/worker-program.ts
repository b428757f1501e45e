/** The program of the process that holds the conversations: packed, so that Node opens a few files and not two hundred. */

import { join } from 'node:path'
import { packageFolder } from '../../package-folder.js'

export const workerProgram = (): string => join(packageFolder(), 'lib/chat-worker.js')
