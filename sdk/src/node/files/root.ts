/** A directory that was lent, held to by what it is and not by its name: another one in its place is not lent. */

import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { Place } from '../../guard/index.js'
import { type Boundary, boundary } from './boundary.js'
import { isCaseBlind } from './case-probe.js'
import { type Enclosure, headInside } from './containment.js'
import type { Ground, Pin } from './ground.js'
import { kernelGround } from './kernel-ground.js'
import { demandPath } from './path-name.js'
import { plainGround } from './plain-ground.js'
import { denied, toRefusal } from './refusal.js'

/** A directory that was lent: its real path and what stands there. */
export interface Root extends Enclosure {
  readonly device: bigint
  readonly inode: bigint
  /** Lets go of it. It is known by its numbers still, but once it is deleted another directory may get them. */
  close(): Promise<void>
}

/** How a directory is lent. */
export interface RootOptions {
  /** Whether the whole disk, the home directory, what lies above it, and the directory for temporary files may be lent. */
  readonly allowBroadRoots?: boolean | undefined
  /** The strength to work with; what this machine has, unless a weaker one is to be tried. */
  readonly boundary?: Boundary | undefined
}

export function groundOf(wanted: Boundary = boundary()): Ground {
  if (wanted === 'best-effort') return plainGround
  if (boundary() === 'kernel') return kernelGround
  throw new Error('The kernel cannot be asked on this machine')
}

/** As long as one of its descriptors is open, no other directory gets the numbers that a root is known by. */
class HeldRoot implements Root {
  readonly path: string
  readonly isCaseBlind: boolean
  readonly device: bigint
  readonly inode: bigint
  #hold: Pick<Pin, 'close'> | undefined

  constructor(found: Omit<Root, 'close'>, hold: Pick<Pin, 'close'> | undefined) {
    this.path = found.path
    this.isCaseBlind = found.isCaseBlind
    this.device = found.device
    this.inode = found.inode
    this.#hold = hold
  }

  async close(): Promise<void> {
    const hold = this.#hold
    this.#hold = undefined
    await hold?.close()
  }
}

/**
 * Holds on to a directory as it is now, until it is closed. To be called when a session starts: what is swapped in later
 * is refused.
 */
export async function pinRoot(path: string, options: RootOptions = {}): Promise<Root> {
  try {
    const ground = groundOf(options.boundary)
    const pin = await ground.pin(demandPath(path), 'folder')
    try {
      const found = await identify(pin, path, options)
      return new HeldRoot(found, ground.strength === 'kernel' ? pin : await holdByName(found.path))
    } catch (error) {
      await pin.close()
      throw error
    }
  } catch (error) {
    throw toRefusal(error, path)
  }
}

async function identify(pin: Pin, path: string, options: RootOptions): Promise<Omit<Root, 'close'>> {
  const [place, status] = await Promise.all([pin.place(), pin.status()])
  if (place === undefined) throw denied(path, 'It cannot be told where the directory is')
  if (!options.allowBroadRoots && (await isBroad(place)))
    throw denied(path, 'The directory is too broad to be lent without saying so (allowBroadRoots)')
  return { path: place, device: status.dev, inode: status.ino, isCaseBlind: await isCaseBlind(place) }
}

/** Where nothing can be held by pointing at it; where that is not possible either, the numbers must do. */
const holdByName = (path: string): Promise<FileHandle | undefined> =>
  open(path, constants.O_RDONLY).catch(() => undefined)

async function isBroad(path: string): Promise<boolean> {
  if (dirname(path) === path) return true
  const temporary = await Promise.all(['/tmp', '/var/tmp', tmpdir()].map(toReal))
  const home = await toReal(homedir())
  return temporary.includes(path) || headInside(home, { path, isCaseBlind: false }) !== undefined
}

const toReal = (path: string): Promise<string> => realpath(path).catch(() => path)

/** The place of a real path: with the innermost root it lies in, if that root is still what was lent. */
export async function placeIn(path: string, roots: readonly Root[]): Promise<Place> {
  let inner: Root | undefined
  for (const root of roots)
    if (root.path.length > (inner?.path.length ?? 0) && (await isHeldBy(path, root))) inner = root
  return inner === undefined ? { path } : { path, root: inner.path }
}

async function isHeldBy(path: string, root: Root): Promise<boolean> {
  const head = headInside(path, root)
  if (head === undefined) return false
  try {
    const { dev, ino } = await lstat(head, { bigint: true })
    return dev === root.device && ino === root.inode
  } catch {
    return false
  }
}
