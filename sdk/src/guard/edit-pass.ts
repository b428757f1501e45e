/** One approved change is good for one write of that path and that content, so that nobody is asked twice for one edit. */

import type { FileWrite } from './action.js'

/** Leave to write one content to one path once. */
export interface EditPass {
  readonly sessionId: string
  /** The real path. */
  readonly path: string
  /** The digest of the content, in hexadecimal. */
  readonly sha256: string
  /** What stood there when the user said yes: a file that somebody saved since is another matter. */
  readonly before?: string | undefined
  readonly expiresAt: number
}

const PASS_MILLISECONDS = 10 * 60_000
// More approved changes than this are not waiting to be made; they were forgotten.
const MOST_PASSES = 256

type Change = Pick<EditPass, 'sessionId' | 'path' | 'sha256' | 'before'>

/** The passes with one more; the oldest goes when there are too many. */
export const addPass = (passes: readonly EditPass[], change: Change, now: number): readonly EditPass[] => [
  ...passes.filter(({ expiresAt }) => expiresAt > now).slice(1 - MOST_PASSES),
  {
    sessionId: change.sessionId,
    path: change.path,
    sha256: change.sha256,
    before: change.before,
    expiresAt: now + PASS_MILLISECONDS,
  },
]

/** The pass that covers a write, if any. */
export const findPass = (
  passes: readonly EditPass[],
  { at, sha256, before }: FileWrite,
  { sessionId, now }: { readonly sessionId: string; readonly now: number },
): EditPass | undefined =>
  passes.find(
    pass =>
      pass.sessionId === sessionId &&
      pass.path === at.path &&
      pass.sha256 === sha256 &&
      pass.before === before &&
      pass.expiresAt > now,
  )

/** The passes without the one that covers this write: call it before the write happens. */
export function usePass(
  passes: readonly EditPass[],
  write: FileWrite,
  at: { readonly sessionId: string; readonly now: number },
): readonly EditPass[] {
  const used = findPass(passes, write, at)
  return passes.filter(pass => pass !== used)
}
