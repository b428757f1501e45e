/** Serves scout to the client that started this process. Stdout belongs to the protocol alone. */

import type { Choice } from '@parley/acp/agent'
import { boundedLine } from '@parley/acp/guard'
import { type ServeOptions, serveStdio } from '@parley/acp/node'
import { type ScoutOptions, scout } from './scout.js'

/** How scout is served. */
export interface ServeScoutOptions extends ScoutOptions {
  readonly stdio?: ServeOptions | undefined
}

/**
 * Speaks to the client that started this process, until it has gone. Models are looked for once, while the client is
 * greeted: the first session waits for them, because its settings name them. What starts later is found by the next scout.
 */
export async function serveScout({ stdio, ...options }: ServeScoutOptions = {}): Promise<void> {
  const models = options.models ?? findModels()
  await serveStdio(scout({ ...options, models }), stdio)
}

/** Scout works without a model, so looking for one must not keep it from starting. */
async function findModels(): Promise<readonly Choice[]> {
  try {
    // Not by the door of its room, which leads to everything that thinks.
    const { listBrains } = await import('./model/find-brain.js')
    const brains = await listBrains()
    return brains.map(({ id, name, description }) => ({ value: id, name, description }))
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no reason was given'
    process.stderr.write(
      `scout goes on without a model, because none could be looked for: ${boundedLine(why, 300)}\n`,
    )
    return []
  }
}
