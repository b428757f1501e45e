/** What a request may reach: the directories it was lent, and what is to be asked before anything is done there. */

import type { FileRead, FileWrite, Place } from '../../guard/index.js'
import type { Leave } from '../permissions/warden.js'
import type { Boundary } from './boundary.js'
import type { Ground, Pin } from './ground.js'
import { denied, fromHost, outside } from './refusal.js'
import { groundOf, placeIn, type Root } from './root.js'

/** How much of a file is read or written in one request, in bytes. */
export interface FileLimits {
  /** As far into a file as is read to find the lines that are wanted; 10 MiB by default. */
  readonly readBytes?: number | undefined
  /** The text that is answered; 8 MiB by default. */
  readonly contentBytes?: number | undefined
  /** The text that is written; 10 MiB by default. */
  readonly writeBytes?: number | undefined
}

/** Text that was changed in an editor and not saved: it is what a read sees. */
export interface Buffers {
  /** The text of the file at this real path, if it is open and changed. */
  read(path: string): string | undefined | Promise<string | undefined>
}

/** What was written, and where it really is. */
export interface Written {
  readonly path: string
  readonly isNew: boolean
}

/** The rules for reading or writing one file inside roots. */
export interface InsideOptions {
  /** Asked with the real place before anything is done; without it nobody is. */
  readonly admit?: ((action: FileRead | FileWrite) => Promise<Leave>) | undefined
  readonly signal?: AbortSignal | undefined
  readonly buffers?: Buffers | undefined
  /** Told of a write once the file is in its place. */
  readonly onWrite?: ((written: Written) => void) | undefined
  /** Whether a file with several names is read; its other names may lie outside. Allowed by default: pnpm works so. */
  readonly hardLinks?: 'allow' | 'refuse' | undefined
  /** Whether a place outside every root is put to `admit`, without a `root`; it is refused otherwise. */
  readonly isAskingOutside?: boolean | undefined
  readonly limits?: FileLimits | undefined
  /** The strength to work with; what this machine has, unless a weaker one is to be tried. */
  readonly boundary?: Boundary | undefined
}

const MEBIBYTE = 1_024 * 1_024

export class Territory {
  readonly ground: Ground
  readonly options: InsideOptions
  readonly limits: { readonly [Limit in keyof FileLimits]-?: number }
  readonly #roots: readonly Root[]

  constructor(roots: readonly Root[], options: InsideOptions) {
    const {
      readBytes = 10 * MEBIBYTE,
      contentBytes = 8 * MEBIBYTE,
      writeBytes = 10 * MEBIBYTE,
    } = options.limits ?? {}
    this.ground = groundOf(options.boundary)
    this.options = options
    this.limits = { readBytes, contentBytes, writeBytes }
    this.#roots = roots
  }

  /** Where the thing is, if that may be reached or asked about. `path` is what the agent called it. */
  async locate(pin: Pin, path: string): Promise<Place> {
    const place = await pin.place()
    if (place === undefined) throw denied(path, 'It cannot be told where the file is')
    const found = await placeIn(place, this.#roots)
    if (found.root === undefined && !this.#canAskOutside) throw outside(path)
    return found
  }

  /** A session without any directory of its own is not ours: there is nothing to be outside of. */
  get #canAskOutside(): boolean {
    return this.options.isAskingOutside === true && this.#roots.length > 0
  }

  /** Whether this thing is still at the place that was decided about. */
  async isStillAt(pin: Pin, { path, root }: Place): Promise<boolean> {
    const now = await pin.place()
    if (now !== path) return false
    return root === undefined || (await placeIn(now, this.#roots)).root === root
  }

  /** The text of this file that is not saved, if there is such a one. */
  unsaved(path: string): Promise<string | undefined> {
    return fromHost(() => this.options.buffers?.read(path))
  }

  /** Does it once it is allowed, and reports what came of it. */
  async during<Result>(action: FileRead | FileWrite, act: () => Promise<Result>): Promise<Result> {
    const { admit, signal } = this.options
    signal?.throwIfAborted()
    const leave = await fromHost(() => admit?.(action))
    let result: Result
    try {
      signal?.throwIfAborted()
      result = await act()
    } catch (error) {
      // Why it failed matters more than that this could not be written down.
      await leave?.finish('failed').catch(() => {})
      throw error
    }
    const finishing = fromHost(() => leave?.finish('done'))
    // What was read can be kept back where it cannot be written down; what was written has happened.
    await (action.action === 'fs.write' ? finishing.catch(() => {}) : finishing)
    return result
  }
}
