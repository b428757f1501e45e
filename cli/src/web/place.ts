/** Where a workbench keeps what it keeps: its sessions and tokens, the folders it was opened for, and a note while it runs. */

import { join } from 'node:path'
import { stateFolder } from '../own-folder.js'
import type { Shell } from '../shell.js'

export interface WebPlace {
  /** The state folder of its gateway. */
  readonly folder: string
  /** The config of its gateway: folders and the port. */
  readonly config: string
  /** Where it can be reached, while it runs. */
  readonly note: string
  /** What another call of the command wants of it, while it runs. */
  readonly wishes: string
  /** By which programs of the same user show who they are. */
  readonly token: string
}

export function webPlace(shell: Pick<Shell, 'env'>): WebPlace {
  const folder = stateFolder('web', shell)
  return {
    folder,
    config: join(folder, 'web.json'),
    note: join(folder, 'running.json'),
    wishes: join(folder, 'wishes.json'),
    token: join(folder, 'token'),
  }
}
