/** Runs npm: finds it, starts it without a shell, shows what it says, and ends it with us. */

import { type ChildProcess, spawn } from 'node:child_process'
import { access, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'
import { findProgram } from '@parley/acp/node'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'

export interface NpmRun {
  readonly args: readonly string[]
  readonly cwd: string
  readonly deadline: number
}

const KEPT_CHARACTERS = 8_000

/** Resolves when npm ended well; else rejects with the end of what it said. */
export async function runNpm({ args, cwd, deadline }: NpmRun, shell: Shell): Promise<void> {
  const { command, before, path } = await findNpm(shell)
  const child = spawn(command, [...before, ...args], {
    cwd,
    env: { ...shell.env, PATH: path, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-KEPT_CHARACTERS)
      shell.stderr.write(sanitizeForDisplay(text))
    })
  const end = await ended(child, deadline)
  if (end === undefined) return
  throw new Failure(`npm ${end}${lastErrors(said)}`, {
    exitCode: end === CANCELLED ? EXIT.cancelled : end === LATE ? EXIT.timeout : EXIT.error,
    cure: end === CANCELLED ? 'nothing was installed' : cureFor(said),
    reason: 'install_failed',
  })
}

const CANCELLED = 'was stopped'
const LATE = 'took too long and was ended'

/** How it failed, in words; nothing where it did not. */
function ended(child: ChildProcess, deadline: number): Promise<string | undefined> {
  return new Promise(resolve => {
    let why: string | undefined
    const stop = (reason: string): void => {
      why = reason
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 2_000).unref()
    }
    const cancel = (): void => stop(CANCELLED)
    const timer = setTimeout(() => stop(LATE), deadline)
    process.on('SIGINT', cancel).on('SIGTERM', cancel)
    const finish = (how: string | undefined): void => {
      clearTimeout(timer)
      process.off('SIGINT', cancel).off('SIGTERM', cancel)
      resolve(why ?? how)
    }
    child.once('error', error => finish(`could not be started: ${error.message}`))
    child.once('close', (code, signal) => {
      if (code === 0) finish(undefined)
      else finish(signal === null ? `failed with code ${code}` : `was ended by ${signal}`)
    })
  })
}

interface Npm {
  readonly command: string
  readonly before: readonly string[]
  readonly path: string
}

/** Where npm's own script can be found it runs on our Node: neither a shell nor another Node is in between. */
async function findNpm(shell: Shell): Promise<Npm> {
  const { file, path } = await findProgram('npm', { env: shell.env, cwd: shell.cwd })
  const real = await realpath(file)
  const scripts = [real, join(dirname(real), 'node_modules', 'npm', 'bin', 'npm-cli.js')]
  for (const script of scripts) {
    const isThere = await access(script).then(
      () => true,
      () => false,
    )
    if (isThere && /\.c?js$/.test(script)) return { command: process.execPath, before: [script], path }
  }
  return { command: real, before: [], path }
}

function lastErrors(said: string): string {
  const lines = sanitizeForDisplay(said)
    .split('\n')
    .filter(line => line.startsWith('npm error') && !/complete log/.test(line))
  return lines.length === 0
    ? '.'
    : `:\n${lines
        .slice(0, 12)
        .map(line => `  ${boundedLine(line, 300)}`)
        .join('\n')}`
}

function cureFor(said: string): string {
  if (/ETARGET|notarget/.test(said))
    return 'look whether that version exists; one that is younger than three days needs --any-age'
  if (/E404/.test(said)) return 'look whether the name of the package is right'
  if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH/.test(said))
    return 'look whether the network and the registry of npm can be reached: npm ping'
  return 'mend what npm says, and try again'
}
