/**
 * Which files a repository has, as git says. Its settings can name programs and other folders, so git never sees them: it
 * is asked in a folder of our own that holds nothing but a copy of the index.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { copyFile, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { allowedEnvironment } from '@parley/acp/node'

const DEADLINE_MILLISECONDS = 3_000
const MOST_INDEX_BYTES = 256 * 1_024 * 1_024
const MOST_WORDS = 1_024 * 1_024

interface Repository {
  /** The folder with the files. */
  readonly top: string
  /** The folder of git, and that of all work trees. */
  readonly own: string
  readonly shared: string
}

/** At most so many paths below a folder; nothing without git, without a repository, or where git does not understand it. */
export async function gitFiles(folder: string, most: number): Promise<readonly string[] | undefined> {
  let scratch: string | undefined
  try {
    const repository = await findRepository(folder)
    if (repository === undefined) return undefined
    scratch = await mkdtemp(join(tmpdir(), 'parley-files-'))
    await furnish(scratch, repository)
    return await list(folder, { scratch, repository, most })
  } catch {
    return undefined
  } finally {
    if (scratch !== undefined) await rm(scratch, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function findRepository(folder: string): Promise<Repository | undefined> {
  for (let top = folder; ; top = dirname(top)) {
    const git = join(top, '.git')
    const status = await lstat(git).catch(() => undefined)
    if (status?.isDirectory()) return { top, own: git, shared: git }
    if (status?.isFile()) return workTree(top, git)
    if (status !== undefined || dirname(top) === top) return undefined
  }
}

/** The folder of git is elsewhere, as a line says. */
async function workTree(top: string, git: string): Promise<Repository | undefined> {
  const [, named] = /^gitdir: (.+?)\s*$/.exec(await readWords(git)) ?? []
  if (named === undefined) return undefined
  const own = resolve(top, named)
  const common = (await readWords(join(own, 'commondir')).catch(() => '.')).trim()
  return { top, own, shared: isAbsolute(common) ? common : resolve(own, common) }
}

async function readWords(path: string): Promise<string> {
  await demandFile(path, MOST_WORDS)
  return readFile(path, 'utf8')
}

/** A regular file and nothing else: a pipe would keep whoever opens it waiting. */
async function demandFile(path: string, most: number): Promise<void> {
  const status = await lstat(path)
  if (!status.isFile() || status.size > most) throw new Error('not a file of a repository')
}

async function furnish(scratch: string, { own, shared }: Repository): Promise<void> {
  await mkdir(join(scratch, 'refs'))
  await mkdir(join(scratch, 'info'))
  await writeFile(join(scratch, 'HEAD'), 'ref: refs/heads/none')
  await writeFile(join(scratch, 'config'), '[core]\nrepositoryformatversion = 0\nbare = false\n')
  const index = join(own, 'index')
  if (await isThere(index)) {
    await demandFile(index, MOST_INDEX_BYTES)
    await copyFile(index, join(scratch, 'index'))
  }
  const exclude = await readWords(join(shared, 'info', 'exclude')).catch(() => '')
  await writeFile(join(scratch, 'info', 'exclude'), exclude)
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

// None of these should be of use any more; each of them alone would stop an attack.
const HARMLESS = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.sshCommand=false', 'core.gitProxy=false'],
  ...['core.pager=cat', 'core.askPass=false', 'credential.helper=', 'protocol.allow=never'],
].flatMap(setting => ['-c', setting])

const PLAIN = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  LC_ALL: 'C',
}

interface Listing {
  readonly scratch: string
  readonly repository: Repository
  readonly most: number
}

function list(folder: string, { scratch, repository, most }: Listing): Promise<readonly string[]> {
  const objects = join(repository.shared, 'objects')
  const places = { GIT_DIR: scratch, GIT_WORK_TREE: repository.top, GIT_OBJECT_DIRECTORY: objects }
  const args = ['--no-pager', ...HARMLESS, 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const child = spawn('git', args, {
    cwd: folder,
    env: allowedEnvironment({ ...PLAIN, ...places }),
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  })
  return collect(child, most)
}

/** What came until it ended, there was enough of it, or it took too long. */
function collect(child: ChildProcess, most: number): Promise<readonly string[]> {
  return new Promise((fulfil, reject) => {
    const found = new Set<string>()
    let rest = ''
    const timer = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MILLISECONDS)
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const paths = (rest + text).split('\0')
      rest = paths.pop() ?? ''
      for (const path of paths) if (found.size < most) found.add(path)
      if (found.size >= most) child.kill('SIGKILL')
    })
    child.once('error', reject)
    child.once('close', code => {
      clearTimeout(timer)
      if (code === 0 || found.size > 0) fulfil([...found])
      else reject(new Error('git could not list the files'))
    })
  })
}
