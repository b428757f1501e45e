/** Carries out one command line: loads what it needs, tells what went wrong, and ends with the exit code. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { EXIT } from './exit-code.js'
import { Failure } from './failure.js'
import { createProgram, toUsageFailure } from './program.js'
import { whenTaken } from './render/output.js'
import type { Shell } from './shell.js'

/** Runs the command that the words name, and ends the process. */
export async function start(words: readonly string[]): Promise<void> {
  const { stdin, stdout, stderr, env } = process
  const shell: Shell = { stdin, stdout, stderr, env: { ...env }, cwd: process.cwd() }
  endWithReader(stdout)
  stderr.on('error', () => {})
  let exitCode: number = EXIT.ok
  try {
    const program = createProgram(shell, code => {
      exitCode = code
    })
    await program.parseAsync(toCommand(words), { from: 'user' })
  } catch (error) {
    const failure = toFailure(error, words)
    if (failure !== undefined) tell(failure, shell)
    exitCode = failure?.exitCode ?? EXIT.ok
  }
  await whenTaken(stdout)
  await whenTaken(stderr)
  process.exit(exitCode)
}

/** `help run` is what people type who mean `run --help`. */
function toCommand([first, ...rest]: readonly string[]): string[] {
  if (first === undefined) return []
  return first === 'help' ? [...rest, '--help'] : [first, ...rest]
}

/** Whoever reads our output may stop reading: that is no failure. A command with work to end listens, too, and sees to it. */
function endWithReader(stdout: NodeJS.WriteStream): void {
  stdout.on('error', () => {
    if (stdout.listenerCount('error') === 1) process.exit(EXIT.ok)
  })
}

function toFailure(error: unknown, words: readonly string[]): Failure | undefined {
  if (error instanceof Failure) return error
  const usage = toUsageFailure(error, words)
  if (usage !== 'unrelated') return usage
  const message = error instanceof Error ? error.message : String(error)
  return new Failure(message, { cause: error })
}

function tell({ message, cure, cause }: Failure, { stderr, env }: Shell): void {
  const lines = [`parley: ${message}`, ...(cure === undefined ? [] : [`  ${cure}`])]
  if (env.PARLEY_DEBUG !== undefined && cause instanceof Error) lines.push(cause.stack ?? '')
  stderr.write(`${sanitizeForDisplay(lines.join('\n'))}\n`)
}
