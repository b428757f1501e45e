/** Carries out one errand: connects, does the task, writes down what was seen, and ends in good order. */

import { connect } from '@parley/acp/client'
import type { Channel } from '@parley/acp/jsonrpc'
import { spawnAgent } from '@parley/acp/node'
import type { ClientView } from '../../client/view.js'
import { Album, describe } from './album.js'
import type { Errand } from './errand.js'
import { toHost } from './host.js'
import { tasks } from './tasks.js'

/** Where a crooked client differs from an honest one. */
export interface Bend {
  readonly channel?: ((channel: Channel) => Channel) | undefined
  readonly view?: ((view: ClientView) => ClientView) | undefined
  /** Words that begin the agent's command. */
  readonly before?: readonly string[] | undefined
  /** Starts the agent in another way. */
  readonly open?: ((command: readonly string[]) => Channel) | undefined
}

const PATIENCE_MILLISECONDS = 500

export async function drive(errand: Errand, bend: Bend = {}): Promise<void> {
  const album = new Album()
  const listeners: ((sessionId: string) => void)[] = []
  const stir = (sessionId: string): void => {
    for (const listen of listeners) listen(sessionId)
  }
  const [command = '', ...args] = [...(bend.before ?? []), ...errand.agent]
  const straight =
    bend.open?.([command, ...args]) ?? spawnAgent(command, args, { patience: PATIENCE_MILLISECONDS })
  const channel = bend.channel?.(straight) ?? straight
  const host = toHost({ errand, album, onAsked: stir })
  try {
    const client = await connect<1>(channel, host, { version: errand.version as 1 })
    album.version = client.version
    try {
      const onStir = (listen: (sessionId: string) => void): void => void listeners.push(listen)
      await tasks[errand.task]({ client, errand, album, stir, onStir })
    } catch (error) {
      album.error = describe(error)
    }
    await client.close()
  } catch (error) {
    album.error = describe(error)
  }
  await album.save(errand.state, bend.view ?? (view => view))
}
