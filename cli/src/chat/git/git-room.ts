/**
 * Asks git about the files of a repository from a folder of our own: with a copy of its list of files, our settings, our
 * attributes, and nothing that could name a program. The repository is read and never written, and git ends with us.
 */

import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { allowedEnvironment, type Environment, startProgram } from '@parley/acp/node'
import type { Repository } from './repository.js'

/** What git is asked, beside its words. */
export interface Asking {
  readonly signal: AbortSignal
  readonly input?: string | undefined
  readonly env?: Environment | undefined
  /** Given what it prints as it comes; says whether more of it is wanted. */
  readonly take: (piece: Buffer) => boolean
}

// None of these should be of use in a folder of ours; each of them alone would stop an attack.
const HARMLESS = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.attributesFile=/dev/null', 'core.pager=cat'],
  ...['core.untrackedCache=false', 'core.sshCommand=false', 'core.gitProxy=false', 'core.askPass=false'],
  ...['credential.helper=', 'protocol.allow=never', 'diff.external=', 'submodule.recurse=false', 'gc.auto=0'],
].flatMap(setting => ['-c', setting])

const PLAIN = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  LC_ALL: 'C',
}

// Files are kept as they are: no line ends, no filters, no other encodings.
const AS_THEY_ARE = '* -text -eol -ident -filter -working-tree-encoding -diff -merge\n'

/** A repository as it was listed at one moment, whatever is committed later. */
export class GitRoom {
  readonly repository: Repository
  readonly #scratch: string
  readonly #env: Environment

  private constructor(scratch: string, repository: Repository, env: Environment) {
    this.repository = repository
    this.#scratch = scratch
    this.#env = env
  }

  /** Furnishes a folder that is not there yet. */
  static async open(scratch: string, repository: Repository, env: Environment): Promise<GitRoom> {
    const { index, isLong, settings, exclude } = repository
    for (const folder of ['', 'refs', 'info', 'objects']) await mkdir(join(scratch, folder), { mode: 0o700 })
    const write = (name: string, content: string | Uint8Array): Promise<void> =>
      writeFile(join(scratch, name), content, { mode: 0o600, flag: 'wx' })
    const format = `repositoryformatversion = ${isLong ? 1 : 0}`
    const long = isLong ? ['[extensions]', 'objectformat = sha256'] : []
    await write('config', ['[core]', format, 'bare = false', ...settings, ...long, ''].join('\n'))
    // There is no commit here: so every file of the list is told of, and none of their objects is looked at.
    await write('HEAD', 'ref: refs/heads/none\n')
    await write(join('info', 'exclude'), exclude)
    await write(join('info', 'attributes'), AS_THEY_ARE)
    if (index !== undefined) {
      await write('index', index.bytes)
      // Git compares the time of the list with those of the files: a younger one would hide changes.
      await utimes(join(scratch, 'index'), index.seconds, index.seconds)
    }
    return new GitRoom(scratch, repository, env)
  }

  /** What its folder is called. */
  get name(): string {
    return basename(this.#scratch)
  }

  /** Paths are relative to the top of the repository. Rejects where git fails, or is called off before it has ended. */
  async run(args: readonly string[], { signal, input = '', env = {}, take }: Asking): Promise<void> {
    signal.throwIfAborted()
    const git = startProgram('git', ['--no-optional-locks', ...HARMLESS, ...args], {
      cwd: this.#scratch,
      env: this.#environment(env),
    })
    const stop = (): void => git.signal('SIGKILL')
    signal.addEventListener('abort', stop, { once: true })
    try {
      git.stderr.resume()
      git.stdin.end(input)
      const [{ code }, isEnough] = await Promise.all([git.exited, readOff(git.stdout, take, stop)])
      signal.throwIfAborted()
      if (code !== 0 && !isEnough) throw new Error('git could not tell')
    } catch (error) {
      stop()
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  #environment(more: Environment): Environment {
    const places = {
      GIT_DIR: this.#scratch,
      GIT_WORK_TREE: this.repository.top,
      GIT_INDEX_FILE: join(this.#scratch, 'index'),
      GIT_OBJECT_DIRECTORY: join(this.#scratch, 'objects'),
      XDG_CONFIG_HOME: this.#env.XDG_CONFIG_HOME,
    }
    return allowedEnvironment({ ...PLAIN, ...places, ...more }, this.#env)
  }
}

/** Whether it was stopped because there was enough of it. */
async function readOff(
  stdout: AsyncIterable<Buffer>,
  take: (piece: Buffer) => boolean,
  stop: () => void,
): Promise<boolean> {
  for await (const piece of stdout) {
    if (take(piece)) continue
    stop()
    return true
  }
  return false
}
