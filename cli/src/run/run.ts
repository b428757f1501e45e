/** `parley run`: one prompt, one turn, one exit code. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import { Output } from '../render/output.js'
import { wantsColour } from '../render/palette.js'
import type { Shell } from '../shell.js'
import type { Format, RunEvent } from './event.js'
import type { RunFlags } from './flags.js'
import { openFormat } from './formats.js'
import { Halt, watchClock, watchSignals } from './halt.js'
import { type Ending, Ledger } from './ledger.js'
import { Performance } from './performance.js'
import { readPrompt } from './prompt.js'
import { readSettings } from './settings.js'

// Whoever stopped the run does not wait for a reader that has stopped reading.
const FLUSH_MILLISECONDS = 1_000

export async function run(words: readonly string[], flags: RunFlags, shell: Shell): Promise<number> {
  const settings = await readSettings(flags, shell)
  const prompt = await readPrompt(words, flags, shell)
  const halt = new Halt()
  const output = new Output(shell.stdout, () => halt.request(UNREAD))
  const format = openFormat(flags.format, {
    output,
    isColoured: wantsColour(shell.stdout, shell.env),
    prompt: prompt.blocks,
    aside(text) {
      output.push()
      shell.stderr.write(`${text}\n`)
    },
    now: Date.now,
  })
  const ledger = new Ledger(flags.agent ?? 'scout', settings.cwd, Date.now())
  const show = (event: RunEvent): Promise<void> | undefined => {
    ledger.note(event, Date.now())
    return told(format, event, { flags, shell })
  }
  const unwatch = [
    watchSignals(halt),
    ...(settings.timeout === undefined ? [] : [watchClock(halt, settings.timeout, flags.timeout ?? '')]),
  ]
  try {
    const performance = new Performance({ settings, shell, halt, ledger, output, show })
    const ending = await performance.play(prompt)
    await show({ type: 'end', report: ledger.report(ending, Date.now()) })
    output.push()
    if (halt.wish?.isSilent !== true) tell(ending, shell)
    if (halt.wish !== undefined) await output.flush(FLUSH_MILLISECONDS)
    return ending.exitCode
  } finally {
    halt.settle()
    for (const stop of unwatch) stop()
  }
}

const UNREAD = {
  exitCode: EXIT.cancelled,
  reason: 'unread',
  message: 'nobody reads the output any more',
  grace: 1_000,
  isSilent: true,
}

/** Warnings are for people: formats for programs get them on stderr, too. */
function told(
  format: Format,
  event: RunEvent,
  { flags, shell }: { readonly flags: RunFlags; readonly shell: Shell },
): Promise<void> | undefined {
  if (event.type === 'warning' && flags.format !== 'text' && flags.format !== 'ndjson')
    shell.stderr.write(`parley: ${sanitizeForDisplay(event.message)}\n`)
  return format.show(event)
}

function tell({ error }: Ending, { stderr }: Shell): void {
  if (error === undefined) return
  const cure = error.cure === undefined ? '' : `\n  ${error.cure}`
  stderr.write(`${sanitizeForDisplay(`parley: ${error.message}${cure}`)}\n`)
}
