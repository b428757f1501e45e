/** Runs npm: finds it, starts it without a shell, tells how it goes, and ends it with us and all it started. */

import { access, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'
import { type AgentProcess, findProgram, spawnAgent } from '@parley/acp/node'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'

export interface NpmRun {
  readonly args: readonly string[]
  readonly cwd: string
  readonly deadline: number
}

/** Who cannot reach a registry should hear of it in seconds: npm's own patience is more than a minute of silence. */
const PATIENCE = [
  ...['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=3000'],
  ...['--fetch-timeout=30000', '--loglevel=warn', '--no-progress'],
]
const TOLD_EVERY_MILLISECONDS = 5_000
const PATIENCE_MILLISECONDS = 2_000
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves when npm ended well; else rejects with what went wrong in a line, or with the end of what npm said. */
export async function runNpm({ args, cwd, deadline }: NpmRun, shell: Shell): Promise<void> {
  const { command, before, path } = await findNpm(shell)
  // It speaks no protocol; but whatever is started so belongs to a family that ends with us, whichever way we end.
  const npm = spawnAgent(command, [...before, ...PATIENCE, ...args], {
    cwd,
    env: { ...shell.env, PATH: path, NODE_OPTIONS: '' },
    patience: PATIENCE_MILLISECONDS,
    noun: 'npm',
  })
  const begun = performance.now()
  const progress = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1_000)
    shell.stderr.write(`npm is still at work (${seconds} s)\n`)
  }, TOLD_EVERY_MILLISECONDS)
  const end = await ended(npm, deadline)
  clearInterval(progress)
  if (end === undefined) return
  const said = npm.stderr
  throw new Failure(whatFailed(end, said), {
    exitCode: end === CANCELLED ? EXIT.cancelled : end === LATE ? EXIT.timeout : EXIT.error,
    cure: end === CANCELLED ? 'nothing was installed' : cureFor(said),
    reason: 'install_failed',
  })
}

const CANCELLED = 'was stopped'
const LATE = 'took too long and was ended'

/** How it failed, in words; nothing where it did not. */
async function ended(npm: AgentProcess, deadline: number): Promise<string | undefined> {
  let why: string | undefined
  const stop = (reason: string): void => {
    why ??= reason
    void npm.close()
  }
  const cancel = (): void => stop(CANCELLED)
  const timer = setTimeout(() => stop(LATE), deadline)
  for (const signal of ENDINGS) process.on(signal, cancel)
  try {
    await ignored(npm)
    const { code, signal } = await npm.exited
    if (why !== undefined) return why
    if (npm.failure !== undefined) return `could not be started: ${npm.failure.message}`
    if (code === 0) return undefined
    return signal === null ? `failed with code ${code}` : `was ended by ${signal}`
  } finally {
    clearTimeout(timer)
    // Also what it may have left behind is gone then, before anybody touches the folder.
    await npm.close()
    for (const signal of ENDINGS) process.off(signal, cancel)
  }
}

/** What npm writes to its output is of no use here, and must not stop it. */
async function ignored({ incoming }: AgentProcess): Promise<void> {
  try {
    for await (const _ of incoming);
  } catch {
    // The end of it is told by how npm ended.
  }
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

const NETWORK = /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|E?TIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b/
const MOST_LINES = 8

function whatFailed(end: string, said: string): string {
  const network = end === CANCELLED ? undefined : NETWORK.exec(said)?.[1]
  if (network !== undefined) return `npm cannot reach its registry (${network}).`
  // The frames of a stack and the names of log files help nobody here.
  const lines = sanitizeForDisplay(said)
    .split('\n')
    .filter(line => /^npm error(?! +at | *$)/.test(line) && !/complete log|\.log$/.test(line))
    .slice(0, MOST_LINES)
  const rest = lines.map(line => `\n  ${boundedLine(line, 300)}`).join('')
  return rest === '' ? `npm ${end}.` : `npm ${end}:${rest}`
}

function cureFor(said: string): string {
  if (/ETARGET|notarget/.test(said))
    return 'look whether that version exists; one that is younger than three days needs --any-age'
  if (/E404/.test(said)) return 'look whether the name of the package is right'
  if (NETWORK.test(said))
    return 'look whether the network and the registry of npm can be reached (npm ping), then install it again'
  return 'mend what npm says, and try again'
}
