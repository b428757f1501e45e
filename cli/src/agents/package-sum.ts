/** The sum of a package's own folder, by which any change of any of its files is seen. Knows nothing of npm. */

import { createHash, type Hash } from 'node:crypto'
import { type Dirent, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** So much is read in about a tenth of a second; nobody wants to wait longer for an agent. */
const MOST_FILES = 4_000
const MOST_BYTES = 64 * 1024 * 1024

interface Count {
  files: number
  bytes: number
}

/** Nothing where the package is too large to be read before every start. What it depends on is not its own. */
export function packageSum(folder: string): string | undefined {
  const hash = createHash('sha256')
  return add(hash, { folder, path: '' }, { files: 0, bytes: 0 })
    ? `sha256-${hash.digest('base64')}`
    : undefined
}

/** Whether all of it was within the limits. */
function add(
  hash: Hash,
  { folder, path }: { readonly folder: string; readonly path: string },
  count: Count,
): boolean {
  const entries = readdirSync(join(folder, path), { withFileTypes: true })
  entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  for (const entry of entries) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`
    if (++count.files > MOST_FILES) return false
    if (entry.isDirectory()) {
      if (inner === 'node_modules') continue
      hash.update(JSON.stringify(['folder', inner]))
      if (!add(hash, { folder, path: inner }, count)) return false
    } else if (!addFile(hash, { entry, file: join(folder, inner), path: inner }, count)) return false
  }
  return true
}

interface Item {
  readonly entry: Dirent
  readonly file: string
  readonly path: string
}

/** The length stands before the bytes: so no two folders look the same. */
function addFile(hash: Hash, { entry, file, path }: Item, count: Count): boolean {
  if (entry.isSymbolicLink()) {
    hash.update(JSON.stringify(['link', path, readlinkSync(file)]))
    return true
  }
  if (!entry.isFile()) {
    hash.update(JSON.stringify(['other', path]))
    return true
  }
  const { size, mode } = statSync(file)
  count.bytes += size
  if (count.bytes > MOST_BYTES) return false
  const bytes = readFileSync(file)
  hash.update(JSON.stringify(['file', path, (mode & 0o111) !== 0, bytes.length])).update(bytes)
  return true
}
