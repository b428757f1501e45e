/** Whether a session may work where a client wants it to: inside the roots of its principal, whatever links say. */

import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, relative, sep } from 'node:path'
import { rpcError } from '@parley/acp/protocol'
import { type Fields, fieldOf } from '../hub/fields.js'
import { OF_GATEWAY } from '../hub/refusal.js'
import { rootsToldTo, type SeatCaller } from './caller.js'

const MOST_NAMED = 3

function outsideOf(caller: SeatCaller): string {
  const named = rootsToldTo(caller).slice(0, MOST_NAMED)
  const isAll = named.length === caller.roots.length
  const places = named.length === 0 ? 'its roots' : `${named.join(', ')}${isAll ? '' : ' and some others'}`
  return `The gateway lets sessions work in existing folders inside ${places} only (see "roots" in its config); this one is not`
}

/**
 * Rejects when a directory in these params is outside all roots, or none at all. Of a session that is kept, `mayBeGone`: what was
 * said in a folder can be read when the folder is not there any more, where it would be inside.
 */
export async function demandInside(
  params: Fields,
  caller: SeatCaller,
  { mayBeGone = false } = {},
): Promise<void> {
  const more = params.additionalDirectories
  const directories = [params.cwd, ...(Array.isArray(more) ? more : [])]
  const real = await Promise.all(caller.roots.map(root => realpath(root).catch(() => undefined)))
  for (const directory of directories) {
    if (typeof directory !== 'string' || !isAbsolute(directory))
      throw rpcError('invalid_params', 'The working directory must be an absolute path')
    const place = await (mayBeGone ? nearestPlace(directory) : realpath(directory)).catch(() => undefined)
    const isAllowed = place !== undefined && real.some(root => root !== undefined && isInside(place, root))
    // The same words for what is not there and for what may not be used: neither is for strangers to find out.
    if (!isAllowed) throw rpcError('resource_access_denied', outsideOf(caller), OF_GATEWAY)
  }
}

/** Where it is, or the folder above it that is there. */
async function nearestPlace(directory: string): Promise<string> {
  try {
    return await realpath(directory)
  } catch (error) {
    const above = dirname(directory)
    const isGone = fieldOf({ ...Object(error) }, 'code') === 'ENOENT'
    // A link that leads nowhere is there.
    if (!isGone || above === directory || (await isThere(directory))) throw error
    return await nearestPlace(above)
  }
}

/** Whether something has this name, be it a link that leads nowhere. */
export async function isThere(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    error => fieldOf({ ...Object(error) }, 'code') !== 'ENOENT',
  )
}

function isInside(place: string, root: string): boolean {
  const way = relative(root, place)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}
