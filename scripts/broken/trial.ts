/** Puts one row to the test in one copy: whole it passes, broken it fails and says so, and then it is whole again. */
import type { Copy, Outcome } from './copy.js'
import type { LastRun } from './last-run.js'
import type { Row } from './row.js'

const WHOLE_MILLISECONDS = 20_000
// A fault that makes a test hang need not be waited for as long as a slow machine is.
const BROKEN_MILLISECONDS = 4_000

/** The end of an output, where the reason usually stands. */
const tail = (output: string): string => output.trim().split('\n').slice(-15).join('\n')

const check = (copy: Copy, run: Row['run'], patience: number): Promise<Outcome> =>
  'title' in run ? copy.tests.run(run, patience) : copy.run(run)

/** Whole copies are alike, so each check has to pass in one of them only, or in the last run of all tests. */
const baselines = new Map<string, Promise<string | undefined>>()

const passesWhole = (
  copy: Copy,
  run: Row['run'],
  lastRun: LastRun | undefined,
): Promise<string | undefined> => {
  // The last run met the library as it was built.
  if ('title' in run && !run.fromSource && lastRun?.hasPassed(run)) return Promise.resolve(undefined)
  const key = JSON.stringify(run)
  const known = baselines.get(key)
  if (known) return known.then(flaw => flaw && 'fails before anything is broken, as above')
  const fresh = copy
    .freshen()
    .then(() => check(copy, run, WHOLE_MILLISECONDS))
    .then(({ failed, output }) => (failed ? `fails before anything is broken:\n${tail(output)}` : undefined))
  baselines.set(key, fresh)
  return fresh
}

const breaks = async (copy: Copy, { change, run, says, build }: Row): Promise<string | undefined> => {
  if (!build) await copy.freshen()
  const undo = copy.change(change)
  try {
    if (build) await copy.build()
    const { failed, output } = await check(copy, run, BROKEN_MILLISECONDS)
    if (!failed) return 'nothing noticed the fault'
    return new RegExp(says).test(output) ? undefined : `failed, but did not say /${says}/:\n${tail(output)}`
  } finally {
    undo()
    if (build) copy.spoil()
  }
}

/** Undefined when the row holds, else why it does not. */
export const tryRow = async (copy: Copy, row: Row, lastRun?: LastRun): Promise<string | undefined> => {
  try {
    return (await passesWhole(copy, row.run, lastRun)) ?? (await breaks(copy, row))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
