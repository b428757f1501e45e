/** Ends a chat that nobody looks at and that has nothing to do, when that has lasted long enough. */

/** How long, in hours; documented. */
const USUAL_HOURS = 24
const VARIABLE = 'PARLEY_DETACHED_HOURS'
const HOUR = 3_600_000
/** Often enough for a day; and for tests, which have less. */
const LOOKS_PER_WAIT = 8
const LONGEST_PAUSE = 60_000

export interface VigilMeans {
  readonly env: NodeJS.ProcessEnv
  /** Somebody is there, or something is being done. */
  readonly isNeeded: () => boolean
  readonly end: () => void
}

/** Begins to look; the process may end all the same. */
export function keepVigil({ env, isNeeded, end }: VigilMeans): void {
  const most = readHours(env[VARIABLE]) * HOUR
  let since = performance.now()
  const timer = setInterval(
    () => {
      if (isNeeded()) since = performance.now()
      if (performance.now() - since < most) return
      clearInterval(timer)
      end()
    },
    Math.min(LONGEST_PAUSE, Math.max(50, most / LOOKS_PER_WAIT)),
  )
  timer.unref()
}

function readHours(text: string | undefined): number {
  const hours = Number(text)
  return text !== undefined && text.trim() !== '' && hours > 0 ? hours : USUAL_HOURS
}
