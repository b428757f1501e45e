/**
 * Takes a file away that really lies inside roots. The directory is held first, and what stands there is what was looked
 * at: if anybody changed it meanwhile, it stays.
 */

import { unlink } from 'node:fs/promises'
import { approach, find, placeBehind } from './approach.js'
import { demandPath } from './path-name.js'
import { absent, denied, fromHost, toRefusal } from './refusal.js'
import type { Root } from './root.js'
import { toState } from './state.js'
import { type InsideOptions, Territory } from './territory.js'
import { demandReplaceable, inTurn } from './writing.js'

/** How a file is taken away. */
export interface RemoveOptions extends Pick<InsideOptions, 'boundary'> {
  /** Asked with the real place before it is done: throws where it is not to happen. */
  readonly admit?: ((path: string) => Promise<void>) | undefined
}

/** Resolves with the real path of the file that is gone. */
export async function removeInside(
  path: string,
  roots: readonly Root[],
  options: RemoveOptions = {},
): Promise<string> {
  const territory = new Territory(roots, { boundary: options.boundary })
  try {
    const way = await approach(demandPath(path), territory.ground)
    try {
      const { folder, missing, name, found } = way
      const at = await territory.locate(folder, path)
      const place = placeBehind(at.path, way, path)
      if (found === undefined || missing.length > 0) throw absent(path)
      await demandReplaceable(found, way, path)
      await fromHost(() => options.admit?.(place))
      await inTurn(place, async () => {
        const [isThere, now] = await Promise.all([territory.isStillAt(folder, at), find(folder, name)])
        if (!isThere || now === undefined || toState(now) !== toState(found))
          throw denied(path, 'The file changed before it was taken away: read it again')
        await unlink(folder.entry(name))
      })
      return place
    } finally {
      await way.folder.close()
    }
  } catch (error) {
    throw toRefusal(error, path)
  }
}
