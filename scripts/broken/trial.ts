/** Puts one row to the test in one copy: whole it passes, broken it fails and says so, and then it is whole again. */
import type { Copy } from './copy.js'
import type { Row } from './row.js'

/** Compiles and packs a copy, also where the types are wrong. Incremental, so cheap. */
export const BUILD: readonly string[] = [
  'sh',
  '-c',
  'node_modules/.bin/tsc -b sdk examples bench scripts; status=$?; node scripts/dist/pack.js && exit $status',
]

/** The end of an output, where the reason usually stands. */
const tail = (output: string): string => output.trim().split('\n').slice(-15).join('\n')

/** Whole copies are alike, so each command has to pass in one of them only. */
const baselines = new Map<string, Promise<string | undefined>>()

const passesWhole = (copy: Copy, run: readonly string[]): Promise<string | undefined> => {
  const key = run.join(' ')
  const known = baselines.get(key)
  if (known) return known.then(flaw => flaw && 'fails before anything is broken, as above')
  const fresh = copy
    .run(run)
    .then(({ failed, output }) => (failed ? `fails before anything is broken:\n${tail(output)}` : undefined))
  baselines.set(key, fresh)
  return fresh
}

const breaks = async (copy: Copy, { change, run, says, build }: Row): Promise<string | undefined> => {
  const undo = copy.change(change)
  try {
    // Compiled also where the types are wrong: the row asks what the check says, not what the compiler says.
    if (build) await copy.run(BUILD)
    const { failed, output } = await copy.run(run)
    if (!failed) return 'nothing noticed the fault'
    return new RegExp(says).test(output) ? undefined : `failed, but did not say /${says}/:\n${tail(output)}`
  } finally {
    undo()
    if (build) await copy.run(BUILD)
  }
}

/** Undefined when the row holds, else why it does not. */
export const tryRow = async (copy: Copy, row: Row): Promise<string | undefined> => {
  try {
    return (await passesWhole(copy, row.run)) ?? (await breaks(copy, row))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
