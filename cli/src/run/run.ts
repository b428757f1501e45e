/** `parley run`: one prompt, one turn, one exit code. */

import { EXIT } from '../exit-code.js'
import { wantsColour } from '../render/palette.js'
import type { Shell } from '../shell.js'
import { toSpan } from './duration.js'
import type { Format } from './event.js'
import type { RunFlags } from './flags.js'
import { Halt, watchClock, watchSignals } from './halt.js'
import { type Ending, Ledger } from './ledger.js'
import { Performance } from './performance.js'
import { type Prompt, readPrompt } from './prompt.js'
import { Screen } from './screen.js'
import { readSettings } from './settings.js'
import { Showing } from './showing.js'

// Whoever stopped the run does not wait for a reader that has stopped reading.
const FLUSH_MILLISECONDS = 1_000

const UNREAD = {
  exitCode: EXIT.cancelled,
  reason: 'unread',
  message: 'nobody reads the output any more',
  grace: 1_000,
  isSilent: true,
}

export async function run(words: readonly string[], flags: RunFlags, shell: Shell): Promise<number> {
  const settings = await readSettings(flags, shell)
  const prompt = await readPrompt(words, flags, shell)
  const halt = new Halt()
  const screen = new Screen(shell, () => halt.request(UNREAD))
  const ledger = new Ledger(flags.agent ?? 'scout', settings.cwd, Date.now())
  const load = (): Promise<Format> => loadFormat({ flags, shell, screen, prompt, showing })
  const showing: Showing = new Showing({ ledger, load, halt, now: Date.now })
  const unwatch = [
    watchSignals(halt),
    ...(settings.timeout === undefined ? [] : [watchClock(halt, settings.timeout, toSpan(settings.timeout))]),
  ]
  try {
    const performance = new Performance({ settings, shell, halt, ledger, screen, showing })
    const ending = await performance.play(prompt)
    await showing.ready()
    await showing.show({ type: 'end', report: ledger.report(ending, Date.now()) })
    return await end(ending, { flags, halt, screen, ledger, showing })
  } finally {
    halt.settle()
    for (const stop of unwatch) stop()
  }
}

interface Finale {
  readonly flags: RunFlags
  readonly halt: Halt
  readonly screen: Screen
  readonly ledger: Ledger
  readonly showing: Showing
}

/** Tells on stderr how it ended, and waits for what was not read yet. */
async function end(
  { exitCode, error }: Ending,
  { flags, halt, screen, ledger, showing }: Finale,
): Promise<number> {
  screen.resume()
  const isSilent = halt.wish?.isSilent === true
  if (ledger.isTextCut && flags.format !== 'text' && flags.format !== 'markdown')
    screen.remark('parley: the last message is longer than 4 MiB: only its beginning was kept\n')
  const cure = error?.cure === undefined ? '' : `\n  ${error.cure}`
  if (!isSilent && error !== undefined) screen.remark(`parley: ${error.message}${cure}\n`)
  const { fault } = showing
  if (!isSilent && fault !== undefined && error?.message !== fault.message)
    screen.remark(`parley: ${fault.message}\n`)
  if (halt.wish !== undefined) await screen.output.flush(FLUSH_MILLISECONDS)
  return fault !== undefined && exitCode === EXIT.ok ? EXIT.error : exitCode
}

interface Stand {
  readonly flags: RunFlags
  readonly shell: Shell
  readonly screen: Screen
  readonly prompt: Prompt
  readonly showing: Showing
}

/** The format, loaded while the agent starts. */
async function loadFormat({ flags, shell, screen, prompt, showing }: Stand): Promise<Format> {
  const { openFormat } = await import('./formats.js')
  const format = await openFormat(flags.format, {
    output: screen.output,
    isColoured: wantsColour(shell.stdout, shell.env),
    isVerbose: flags.verbose === true,
    prompt: prompt.blocks,
    aside: text => screen.remark(`${text}\n`),
    fail: error => showing.fail(error),
    now: Date.now,
  })
  // Warnings are for people: formats for programs get them on stderr, too.
  const isTold = flags.format === 'text' || flags.format === 'ndjson'
  return {
    show(event) {
      if (event.type === 'warning' && !isTold) screen.remark(`parley: ${event.message}\n`)
      return format.show(event)
    },
  }
}
