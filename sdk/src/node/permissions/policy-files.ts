/** The policy files on this disk: the user's and the projects'. Read when they are needed, and again when they changed. */

import {
  brokenPolicy,
  describeFlaw,
  emptyPolicy,
  type Policy,
  type PolicySource,
  policyOf,
  readPolicy,
} from '../../guard/index.js'
import { codeOf, type FileStatus, type FileSystem, nodeFileSystem } from '../journal/file-system.js'
import type { Notice } from './notice.js'

/** Which policy files count. */
export interface PolicyFileOptions {
  /** The user's file; false where there is none. */
  readonly user: string | Policy | false
  /** Whether the file `.acp/policy.json` of a root counts. It can only deny and ask. */
  readonly isProjectRead: boolean
  /** Whether the user need not have a file there: true of the usual place, and of none that somebody named. */
  readonly mayBeAbsent?: boolean | undefined
  readonly onNotice: (notice: Notice) => void
  readonly files?: FileSystem | undefined
}

interface Read {
  readonly mark: string
  readonly policy: Policy
}

const WRITABLE_BY_OTHERS = 0o022
const READABLE_BY_OTHERS = 0o044
/** A policy that has as many characters as it may, each of which takes four bytes. */
const MOST_BYTES = 1024 * 1024

const READABLE = 'others can read the policy, which counts all the same: chmod 600 it'

export class PolicyFiles {
  readonly #options: PolicyFileOptions
  readonly #files: FileSystem
  readonly #read = new Map<string, Read>()

  constructor(options: PolicyFileOptions) {
    this.#options = options
    this.#files = options.files ?? nodeFileSystem()
  }

  /** Where the user's policy stands, and really stands: that is no agent's business. */
  get own(): readonly string[] {
    const { user } = this.#options
    if (typeof user !== 'string') return []
    try {
      return [user, process.getBuiltinModule('node:fs').realpathSync(user)]
    } catch {
      return [user]
    }
  }

  /** What counts now for a session with these roots. */
  policies(roots: readonly string[]): readonly Policy[] {
    const { user, isProjectRead } = this.#options
    const own = typeof user === 'string' ? this.#load(user, 'user') : user || emptyPolicy('user')
    if (!isProjectRead) return [own]
    return [own, ...roots.map(root => this.#load(`${root}/.acp/policy.json`, 'project'))]
  }

  #load(path: string, source: PolicySource): Policy {
    const known = this.#read.get(path)
    const status = this.#statusOf(path)
    const mark = status === undefined ? '' : markOf(status)
    if (known?.mark === mark) return known.policy
    const policy = status === undefined ? this.#miss(path, source) : this.#judge(path, source, status)
    this.#read.set(path, { mark, policy })
    return policy
  }

  /** A file that is there and cannot be looked at is not a file that is absent. */
  #statusOf(path: string): FileStatus | undefined {
    try {
      return this.#files.status(path)
    } catch (error) {
      if (codeOf(error) === 'ENOTDIR') return undefined
      return { size: 0, mode: 0, owner: 0, identity: 0, modifiedAt: 0 }
    }
  }

  /** Who names a file means it to count, and would not know that nothing of it does. */
  #miss(path: string, source: PolicySource): Policy {
    const isFine = source === 'project' || this.#options.mayBeAbsent === true
    return isFine ? emptyPolicy(source) : this.#refuse(path, source, 'there is no such file')
  }

  #judge(path: string, source: PolicySource, status: FileStatus): Policy {
    const foreign = source === 'user' ? foreignness(status) : undefined
    if (foreign !== undefined) return this.#refuse(path, source, foreign)
    if (source === 'user' && (status.mode & READABLE_BY_OTHERS) !== 0)
      this.#options.onNotice({ kind: 'policy', path, message: READABLE })
    if (status.size > MOST_BYTES) return this.#refuse(path, source, `it has more than ${MOST_BYTES} bytes`)
    const text = this.#textOf(path)
    if (text === undefined) return this.#refuse(path, source, 'it cannot be read')
    const reading = readPolicy(text, source)
    if ('flaws' in reading) return this.#refuse(path, source, reading.flaws.map(describeFlaw).join('; '))
    return { ...policyOf(reading, source), file: path }
  }

  /** Settings are often links into a folder that is kept elsewhere. */
  #textOf(path: string): string | undefined {
    try {
      const { realpathSync } = process.getBuiltinModule('node:fs')
      return this.#files.text(realpathSync(path), MOST_BYTES)
    } catch {
      return undefined
    }
  }

  #refuse(path: string, source: PolicySource, why: string): Policy {
    const message = `the policy does not count, and everything is asked about: ${why}`
    this.#options.onNotice({ kind: 'policy', path, message })
    return brokenPolicy(source, path)
  }
}

function markOf({ size, mode, owner, identity, modifiedAt }: FileStatus): string {
  return [size, mode, owner, identity, modifiedAt].join(' ')
}

/** Whoever can write the policy is allowed everything by it. */
function foreignness({ mode, owner }: FileStatus): string | undefined {
  const user = process.getuid?.()
  if (user === undefined) return undefined
  if (owner !== user && owner !== 0) return 'it belongs to another user'
  return (mode & WRITABLE_BY_OTHERS) === 0 ? undefined : 'others can write it: chmod 600 it'
}
