/** Everybody who does things in this process, in the order in which they are asked. */

import { existsSync } from 'node:fs'
import { guardProcesses } from '@parley/acp/node'
import { stateFolder } from '../../own-folder.js'
import type { Shell } from '../../shell.js'
import { ChangeRegistry } from '../changes/change-registry.js'
import type { ChatSettings } from '../settings.js'
import { Changing } from '../work/changing.js'
import { Drafts } from '../work/drafts.js'
import { Editor } from '../work/editor.js'
import type { Hands, Tell } from '../work/hands.js'
import { Listing } from '../work/listing.js'
import { PromptHistory } from '../work/prompt-history.js'
import { Suggesting } from '../work/suggesting.js'
import { Talking } from '../work/talking.js'
import { listRunning } from './landing-place.js'
import type { Terminal } from './terminal.js'

export interface HandsMeans {
  readonly terminal: Terminal
  readonly settings: ChatSettings
  readonly shell: Shell
  readonly tell: Tell
  /** Of this very process, which does not list itself. */
  readonly id: string
}

/** Also whether nobody has talked here before. */
export async function makeHands({ terminal, settings, shell, tell, id }: HandsMeans): Promise<{
  readonly hands: readonly Hands[]
  readonly isNew: boolean
}> {
  // The first agent is started by one of these, and a worker may be killed while it does.
  guardProcesses()
  const { env, cwd } = shell
  const isNew = !existsSync(stateFolder('conversations', shell))
  const history = new PromptHistory({ env })
  const changes = new ChangeRegistry({ state: stateFolder('baselines', shell), env })
  const running = async () => (await listRunning(shell)).filter(chat => chat.id !== id)
  const talking = new Talking({
    ...{ settings, shell, tell, terminal },
    turnChanges: (talk, folder) => changes.open(talk, folder),
  })
  const hands = [
    history,
    new Drafts({ tell, env, history }),
    talking,
    new Suggesting({ tell, env }),
    new Editor({ tell, env, cwd, terminal }),
    new Changing({ tell, changes }),
    new Listing({ tell, shell, running }),
  ]
  return { hands, isNew }
}
