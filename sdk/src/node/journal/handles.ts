/** Session files that are open for writing: the ones used last, and only so many. Used without waiting in between. */

import type { FileSystem } from './file-system.js'

export class Handles {
  readonly #files: FileSystem
  readonly #most: number
  readonly #open = new Map<string, number>()

  constructor(files: FileSystem, most: number) {
    this.#files = files
    this.#most = most
  }

  /** The open file, as the one used last. */
  use(path: string): number {
    const known = this.#open.get(path)
    if (known !== undefined) this.#open.delete(path)
    const file = known ?? this.#files.open(path, 'write')
    this.#open.set(path, file)
    if (this.#open.size > this.#most) this.#closeOldest()
    return file
  }

  close(path: string): void {
    const file = this.#open.get(path)
    if (file === undefined) return
    this.#open.delete(path)
    this.#files.close(file)
  }

  #closeOldest(): void {
    for (const path of this.#open.keys()) {
      this.close(path)
      return
    }
  }
}

/** Writes all of it, also when the file system takes it in parts. */
export function writeAll(files: FileSystem, file: number, { bytes, at }: Piece): void {
  let done = 0
  while (done < bytes.length) {
    const count = files.write(file, bytes.subarray(done), at + done)
    if (count === 0) throw new Error('the file system takes no more')
    done += count
  }
}

export interface Piece {
  readonly bytes: Uint8Array
  readonly at: number
}

/** Makes a file last, by a handle of its own: the one it was written with may be closed meanwhile. */
export async function syncPath(files: FileSystem, path: string): Promise<void> {
  const file = files.open(path, 'write')
  try {
    await files.sync(file)
  } finally {
    files.close(file)
  }
}
