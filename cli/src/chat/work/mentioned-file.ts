/** A file that a person points at: opened once, and what is judged and sent is what was opened, whoever renames what meanwhile. */

import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'

export interface MentionedFile {
  /** Where it really is. */
  readonly real: string
  /** All of it; nothing where it has more bytes than that. */
  read(most: number): Promise<Buffer | undefined>
}

/** Nothing where it is no regular file. */
export async function withMentioned<T>(
  path: string,
  work: (file: MentionedFile) => Promise<T>,
): Promise<T | undefined> {
  const real = await realpath(path)
  // A pipe would keep whoever opens it waiting.
  if (!(await stat(real)).isFile()) return undefined
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const opened = await file.stat()
    if (!opened.isFile()) return undefined
    if (!(await isStillAt(real, opened))) throw new Error(`${path} is another file than a moment ago`)
    return await work({ real, read: most => readAll(file, opened.size, most) })
  } finally {
    await file.close()
  }
}

/** Whether it was reached without a link on the way that was not there before. */
async function isStillAt(real: string, { dev, ino }: Stats): Promise<boolean> {
  const now = await stat(real)
  return now.dev === dev && now.ino === ino && (await realpath(real)) === real
}

async function readAll(file: FileHandle, size: number, most: number): Promise<Buffer | undefined> {
  // One byte more shows that it grows.
  const bytes = Buffer.alloc(Math.min(size, most) + 1)
  let length = 0
  for (let got = -1; got !== 0 && length < bytes.length; length += got)
    got = (await file.read(bytes, length, bytes.length - length, length)).bytesRead
  return length > most || length > size ? undefined : bytes.subarray(0, length)
}
