/** How strong the boundary of a session's directories is here. Loaded with the room, so it loads nothing itself. */

/** Decided by the kernel about the very file that is used, or by names that could change in between. */
export type Boundary = 'kernel' | 'best-effort'

// Linux; Node does not name it.
export const O_PATH = 0o10000000

let known: Boundary | undefined

/** How strongly files are kept inside a session's directories on this machine. */
export function boundary(): Boundary {
  known ??= canAskKernel() ? 'kernel' : 'best-effort'
  return known
}

function canAskKernel(): boolean {
  if (process.platform !== 'linux') return false
  const { closeSync, openSync, readlinkSync } = process.getBuiltinModule('node:fs')
  try {
    const descriptor = openSync('/', O_PATH)
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === '/'
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return false
  }
}
