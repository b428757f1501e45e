/** Lets a replay go on one message at a time: a line of a terminal, of stdin, or of a file that others write to. */

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { sanitizeLine } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'

export interface Stepper {
  /** Says what comes next, and resolves with the next line; after the last line nothing is held any more. */
  gate(label: string): Promise<void>
  close(): void
}

export interface StepperOptions {
  readonly as: 'agent' | 'client'
  /** A file to read lines from; where there is no name, stdin, or the terminal where stdin is the wire. */
  readonly step?: string | boolean | undefined
}

export async function stepper({ as, step }: StepperOptions, { stdin, stderr }: Shell): Promise<Stepper> {
  const path = typeof step === 'string' ? step : as === 'agent' ? '/dev/tty' : undefined
  const input = path === undefined ? stdin : await openLines(path)
  const lines = createInterface({ input })
  let [ready, isOver] = [0, false]
  let wake = (): void => {}
  lines.on('line', () => {
    ready++
    wake()
  })
  lines.on('close', () => {
    isOver = true
    wake()
  })
  return {
    async gate(label) {
      stderr.write(`parley replay: next is ${sanitizeLine(label)}; Enter sends it\n`)
      while (ready === 0 && !isOver)
        await new Promise<void>(resolve => {
          wake = resolve
        })
      ready--
    },
    close() {
      lines.close()
      if (path !== undefined) input.destroy()
    },
  }
}

async function openLines(path: string): Promise<ReturnType<typeof createReadStream>> {
  const stream = createReadStream(path)
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve())
    stream.once('error', error => {
      const cure = 'Name a file or a pipe that lines come from: --step control.pipe'
      reject(new Failure(`--step: ${path} cannot be read (${error.message})`, { exitCode: EXIT.usage, cure }))
    })
  })
  return stream
}
