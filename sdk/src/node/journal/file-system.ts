/**
 * The few things a disk journal asks of a file system, and Node's answer to them. Everything the journal does to a disk
 * goes through here, so that a test can record it, fail it, or cut it short.
 */

/** What a file is opened for: `create` makes a new one and fails when it is there. */
export type OpenFor = 'read' | 'write' | 'create' | 'append'

/** What is known of a file or a folder without opening it. */
export interface FileStatus {
  readonly size: number
  readonly mode: number
  readonly owner: number
  /** Tells one file from another that took its name. */
  readonly identity: number
  readonly modifiedAt: number
}

/** What the journal needs of a disk. Numbers stand for open files, as in POSIX. */
export interface FileSystem {
  open(path: string, use: OpenFor): number
  close(file: number): void
  /** May write less than it was given; says how much. A file opened to append ignores the position. */
  write(file: number, bytes: Uint8Array, position: number): number
  truncate(file: number, length: number): void
  read(file: number, into: Uint8Array, position: number): Promise<number>
  /** Resolves when the bytes of the file, and its length, survive a loss of power. */
  sync(file: number): Promise<void>
  /** The same for the names in a folder. */
  syncFolder(path: string): Promise<void>
  /** A second name for a file; fails when that name is taken. */
  link(path: string, name: string): void
  /** Another name for a file, in place of what had it. */
  rename(path: string, name: string): void
  remove(path: string): void
  touch(path: string): void
  status(path: string): FileStatus | undefined
  /** All of a short file; nothing when there is none, and empty when it has more bytes than `most` or is no file at all. */
  text(path: string, most?: number): string | undefined
  list(folder: string): Promise<readonly string[]>
  makeFolder(path: string): void
  /** Bytes that may still be written. */
  free(folder: string): number
}

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
/** Far more than any file of ours that is read at once has. */
const MOST_TEXT_BYTES = 64 * 1024
/** How an open says that a name belongs to no file: a folder, a link, or a pipe. */
const FOREIGN = new Set(['EFTYPE', 'EISDIR', 'ELOOP', 'ENXIO'])

/** The disk of this machine. */
export function nodeFileSystem(): FileSystem {
  const fs = process.getBuiltinModule('node:fs')
  return {
    open: (path, use) => openFile(fs, path, use),
    close: file => fs.closeSync(file),
    write: (file, bytes, position) => fs.writeSync(file, bytes, 0, bytes.length, position),
    truncate: (file, length) => fs.ftruncateSync(file, length),
    read: async (file, into, position) =>
      (await settled<number>(done => fs.read(file, into, 0, into.length, position, done))) ?? 0,
    sync: file => settled(done => fs.fdatasync(file, done)),
    syncFolder: path => syncFolder(fs, path),
    link: (path, name) => fs.linkSync(path, name),
    rename: (path, name) => fs.renameSync(path, name),
    remove: path => fs.unlinkSync(path),
    touch: path => fs.utimesSync(path, new Date(), new Date()),
    status: path => toStatus(fs.statSync(path, { throwIfNoEntry: false })),
    text: (path, most = MOST_TEXT_BYTES) => absent(() => textOf(fs, path, most)),
    list: folder => fs.promises.readdir(folder),
    makeFolder: path => void fs.mkdirSync(path, { recursive: true, mode: FOLDER_MODE }),
    free: folder => {
      const { bavail, bsize } = fs.statfsSync(folder)
      return bavail * bsize
    },
  }
}

/** Never waits, as for whoever might write into a pipe, and never follows a link. */
function openFile(fs: typeof import('node:fs'), path: string, use: OpenFor): number {
  const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_EXCL, O_APPEND } = fs.constants
  // Windows has neither.
  const { O_NONBLOCK = 0, O_NOFOLLOW = 0 } = fs.constants
  const flags = {
    read: O_RDONLY,
    write: O_RDWR,
    create: O_WRONLY | O_CREAT | O_EXCL,
    append: O_WRONLY | O_CREAT | O_APPEND,
  }
  const file = fs.openSync(path, flags[use] | O_NONBLOCK | O_NOFOLLOW, FILE_MODE)
  if (fs.fstatSync(file).isFile()) return file
  fs.closeSync(file)
  throw Object.assign(new Error(`${path} is not a file`), { code: 'EFTYPE' })
}

function textOf(fs: typeof import('node:fs'), path: string, most: number): string {
  const file = known(() => openFile(fs, path, 'read'))
  if (file === undefined) return ''
  try {
    return fs.fstatSync(file).size > most ? '' : fs.readFileSync(file, 'utf8')
  } finally {
    fs.closeSync(file)
  }
}

/** Nothing, where the name belongs to something else than a file. */
export function known<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (error) {
    if (FOREIGN.has(codeOf(error) ?? '')) return undefined
    throw error
  }
}

type Done<T> = (error: Error | null, value?: T) => void

function settled<T>(begin: (done: Done<T>) => void): Promise<T | undefined> {
  return new Promise((resolve, reject) => begin((error, value) => (error ? reject(error) : resolve(value))))
}

async function syncFolder(fs: typeof import('node:fs'), path: string): Promise<void> {
  // Windows cannot open a folder, and writes its names through.
  if (process.platform === 'win32') return
  const folder = fs.openSync(path, 'r')
  try {
    await settled(done => fs.fsync(folder, done))
  } finally {
    fs.closeSync(folder)
  }
}

function toStatus(stats: import('node:fs').Stats | undefined): FileStatus | undefined {
  if (stats === undefined) return undefined
  const { size, mode, uid, ino, mtimeMs } = stats
  return { size, mode, owner: uid, identity: ino, modifiedAt: mtimeMs }
}

/** Nothing, where there is no such file. */
export function absent<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const NO_DESCRIPTOR = new Set(['EMFILE', 'ENFILE'])

/** No descriptor was free, for the process or for the machine. */
export function lacksDescriptor(error: unknown): boolean {
  return NO_DESCRIPTOR.has(codeOf(error) ?? '')
}

/** No descriptor was free to open a file with: so nothing was written. What a write or a sync says is never this. */
export function isUnopened(error: unknown): boolean {
  return lacksDescriptor(error) && error instanceof Error && 'syscall' in error && error.syscall === 'open'
}

/** The word with which a file system refuses. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
