/** Tries again what may pass: waits as long as the server wishes, within reason, and lets the user know. */

import type { Turn } from '@parley/acp/agent'
import { showAside } from './aside.js'
import { isPassing, type Trouble, toTrouble } from './failure.js'

export interface Patience {
  readonly tries: number
  /** Milliseconds before the second try; doubled each time where the server has no wish. */
  readonly firstPause: number
  /** A server that wants more than this is not waited for. */
  readonly longestPause: number
}

export const PATIENCE: Patience = { tries: 5, firstPause: 1_000, longestPause: 60_000 }

/** What is thrown in the end is the last error, as it came. */
export const withPatience = async <T>(
  turn: Turn,
  act: () => Promise<T>,
  { tries, firstPause, longestPause }: Patience = PATIENCE,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      turn.signal.throwIfAborted()
      const trouble = toTrouble(error)
      const pause = trouble.retryAfter ?? Math.min(firstPause * 2 ** (attempt - 1), longestPause)
      if (!isPassing(trouble) || attempt >= tries || pause > longestPause) throw error
      await tell(turn, trouble, pause)
      await wait(turn.signal, pause)
    }
  }
}

const tell = (turn: Turn, { cause }: Trouble, pause: number): Promise<void> | undefined =>
  showAside(turn, cause === 'busy' ? 'busy' : 'broken', `, trying again in ${Math.ceil(pause / 1_000)} s.`)

/** Ends at once when the user does not want to wait any longer. */
const wait = (signal: AbortSignal, milliseconds: number): Promise<void> => {
  // Who is gone already is not told again.
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}
