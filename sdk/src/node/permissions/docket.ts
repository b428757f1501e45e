/** What is known of one session while it lasts: where it works, which changes were approved, and what it has to ask. */

import { realpath, stat } from 'node:fs/promises'
import type { Session } from '../../client/index.js'
import { addPass, type EditPass, type FileWrite, findPass, usePass } from '../../guard/index.js'
import type { Version } from '../../protocol/index.js'
import { isCaseBlind } from '../files/case-probe.js'
import type { QuestionLine } from './question-line.js'

/** Where a session really works. */
export interface Whereabouts {
  /** Device, inode and real path of the first root; a copy elsewhere is another workspace. */
  readonly workspace: string | undefined
  /** Real paths. */
  readonly roots: readonly string[]
  /** Some volume does not tell `A` from `a`. */
  readonly isCaseInsensitive: boolean
}

export class Docket {
  readonly session: Session<Version>
  readonly line: QuestionLine
  #passes: readonly EditPass[] = []
  #names: readonly string[] | undefined
  #whereabouts: Promise<Whereabouts> | undefined

  constructor(session: Session<Version>, line: QuestionLine) {
    this.session = session
    this.line = line
  }

  get passes(): readonly EditPass[] {
    return this.#passes
  }

  addPass(change: Pick<EditPass, 'path' | 'sha256' | 'before'>, now: number): void {
    this.#passes = addPass(this.#passes, { sessionId: this.session.id, ...change }, now)
  }

  /** Whether there was a pass for this write; there is none any more. */
  takePass(write: FileWrite, now: number): boolean {
    const at = { sessionId: this.session.id, now }
    const isCovered = findPass(this.#passes, write, at) !== undefined
    this.#passes = usePass(this.#passes, write, at)
    return isCovered
  }

  /** What was approved is not made any more, and nobody waits for an answer. */
  cancel(): void {
    this.#passes = []
    this.line.dismissAll()
  }

  /** A session that is taken up again may work elsewhere. */
  whereabouts(): Promise<Whereabouts> {
    const { roots } = this.session
    if (this.#whereabouts === undefined || this.#names !== roots) {
      this.#names = roots
      this.#whereabouts = locate(roots)
    }
    return this.#whereabouts
  }
}

async function locate(names: readonly string[]): Promise<Whereabouts> {
  const roots = await Promise.all(names.map(name => realpath(name).catch(() => name)))
  const isCaseInsensitive = (await Promise.all(roots.map(root => isCaseBlind(root)))).includes(true)
  const [first] = roots
  if (first === undefined) return { workspace: undefined, roots, isCaseInsensitive }
  const status = await stat(first, { bigint: true }).catch(() => undefined)
  return { workspace: status && `${status.dev}:${status.ino}:${first}`, roots, isCaseInsensitive }
}
