/** A folder that is held while something in it is changed: what is put in its place meanwhile is not touched. */

import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath, rename, rmdir, symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'

const NO_LINKS = constants.O_NOFOLLOW ?? 0

export class HeldFolder {
  readonly #handle: FileHandle
  readonly #path: string

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle
    this.#path = path
  }

  /** Throws where the way to it leads over a link. */
  static async open(path: string): Promise<HeldFolder> {
    const handle = await open(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | NO_LINKS)
    const held = new HeldFolder(handle, path)
    const place = await realpath(held.#own ?? path).catch(() => undefined)
    if (place === path) return held
    await handle.close()
    throw new Error('a link is in the way')
  }

  get #own(): string | undefined {
    return process.platform === 'linux' ? `/proc/self/fd/${this.#handle.fd}` : undefined
  }

  #entry(name: string): string {
    return join(this.#own ?? this.#path, name)
  }

  /** A file, or a link itself. */
  remove(name: string): Promise<void> {
    return unlink(this.#entry(name))
  }

  link(name: string, target: string): Promise<void> {
    return symlink(target, this.#entry(name))
  }

  /** Puts other bytes in the place of a regular file in one step, with the mode that it has. */
  async replace(name: string, bytes: Uint8Array): Promise<void> {
    const { mode } = await lstat(this.#entry(name))
    const draft = this.#entry(`.parley-${randomUUID()}.tmp`)
    try {
      const file = await open(
        draft,
        constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_LINKS,
        0o600,
      )
      try {
        await file.writeFile(bytes)
        await file.chmod(mode & 0o777)
      } finally {
        await file.close()
      }
      await rename(draft, this.#entry(name))
    } catch (error) {
      await unlink(draft).catch(() => {})
      throw error
    }
  }

  /** What a regular file may be; changed where `wish` wants another mode. */
  async mode(name: string, wish: (now: number) => number): Promise<void> {
    const file = await open(this.#entry(name), constants.O_RDONLY | NO_LINKS | (constants.O_NONBLOCK ?? 0))
    try {
      const status = await file.stat()
      const now = status.mode & 0o777
      if (status.isFile() && wish(now) !== now) await file.chmod(wish(now))
    } finally {
      await file.close()
    }
  }

  /** Removes a folder in it that is empty and was made after a moment. False where it stays. */
  async removeFolder(name: string, since: number): Promise<boolean> {
    const status = await lstat(this.#entry(name)).catch(() => undefined)
    if (status === undefined || !status.isDirectory() || status.birthtimeMs < since) return false
    return rmdir(this.#entry(name)).then(
      () => true,
      () => false,
    )
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}
