/**
 * What a workbench remembers: the folders that it was opened for, the latest first, and its port. It is the config of its
 * gateway, which reads it again when it changes: so one that runs learns of one more folder.
 */

import { stat } from 'node:fs/promises'
import { ConfigError, type ConfigOptions, type GatewayConfig, readGatewayConfig } from '@parley/gateway'
import { replaceFile } from '../agents/private-file.js'
import { withLock } from '../file-lock.js'
import type { WebPlace } from './place.js'

/** Where it is tried first; from then on where it was last. */
const USUAL_PORT = 7431
const MOST_FOLDERS = 20
const ADDRESS = '127.0.0.1'

interface Remembered {
  readonly roots: readonly string[]
  readonly port: number
}

/** As the gateway reads it. */
export function readWebConfig({ config: path }: WebPlace, readWith: ConfigOptions): GatewayConfig {
  return readGatewayConfig({ ...readWith, path })
}

/** From now on sessions may work in this folder, too, and new ones do. */
export async function rememberFolder(place: WebPlace, folder: string): Promise<void> {
  await change(place, async ({ roots, port }) => {
    const others = await Promise.all(roots.filter(root => root !== folder).map(toExisting))
    return { port, roots: [folder, ...others.flat()].slice(0, MOST_FOLDERS) }
  })
}

/** Open tabs and cookies go on where the port is the same. */
export async function rememberPort(place: WebPlace, port: number): Promise<void> {
  await change(place, async before => ({ ...before, port }))
}

async function change(place: WebPlace, next: (before: Remembered) => Promise<Remembered>): Promise<void> {
  await withLock(place.config, async () => {
    const { roots, port } = await next(recall(place))
    const config = { version: 1, roots, listen: { address: ADDRESS, port }, stateFolder: place.folder }
    await replaceFile(place.config, `${JSON.stringify(config, null, 2)}\n`)
  })
}

/** What cannot be read is written anew: nothing in it was anybody's work. */
function recall(place: WebPlace): Remembered {
  try {
    const { principals, owner = '', port } = readWebConfig(place, {})
    return { roots: principals.get(owner)?.roots ?? [], port }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { roots: [], port: USUAL_PORT }
  }
}

async function toExisting(path: string): Promise<readonly string[]> {
  const status = await stat(path).catch(() => undefined)
  return status?.isDirectory() === true ? [path] : []
}
