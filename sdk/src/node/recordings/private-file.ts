/** Opens a file to write to that is for one user alone, whoever made it. */

import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'

const { O_WRONLY, O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW } = constants
const PRIVATE = 0o600
const BEGINNING_BYTES = 4_096

export async function openPrivate(
  path: string,
  isReplaceable: (beginning: string) => boolean,
): Promise<FileHandle> {
  // Of a pipe only the end for writing: whoever opens it has to wait for a reader.
  const isSpecial = await lstat(path).then(
    found => !found.isFile(),
    () => false,
  )
  // Not through a link that somebody left there.
  const file = await open(path, (isSpecial ? O_WRONLY : O_RDWR) | O_CREAT | O_APPEND | O_NOFOLLOW, PRIVATE)
  try {
    await makeEmpty(file, isReplaceable)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

async function makeEmpty(file: FileHandle, isReplaceable: (beginning: string) => boolean): Promise<void> {
  const found = await file.stat()
  if (!found.isFile()) return
  if (found.size > 0) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0)
    if (!isReplaceable(buffer.toString('utf8', 0, bytesRead)))
      throw Object.assign(new Error('EEXIST: there is a file of another kind, which is not replaced'), {
        code: 'EEXIST',
      })
    await file.truncate(0)
  }
  await file.chmod(PRIVATE)
}
