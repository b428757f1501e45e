/** Starts the agent of a run, lends it what the flags allow, and shakes hands with it. */

import { resolve } from 'node:path'
import { type Client, connect, type LogHook } from '@parley/acp/client'
import { type AgentProcess, launchAgent, type Notice, nodeHost, spawnAgent } from '@parley/acp/node'
import type { Version } from '@parley/acp/protocol'
import type { AgentEntry } from '../agents/entry.js'
import { listenedTo, spellingHint } from '../agents/spelling-hint.js'
import type { Shell } from '../shell.js'
import { readVersion } from '../version.js'
import { namingFlags } from './denied-by-flag.js'
import type { RunEvent } from './event.js'
import type { Halt } from './halt.js'
import { inquiries } from './inquiry.js'
import type { Keyboard } from './keyboard.js'
import { KnownCalls } from './known-calls.js'
import { OpenRequests } from './open-requests.js'
import { Referee } from './referee.js'
import type { Screen } from './screen.js'
import type { RunSettings } from './settings.js'
import type { Trace } from './trace.js'
import { watchedAudit } from './watched-audit.js'
import { tellingWrites } from './written-files.js'

export interface StageMeans {
  readonly entry: AgentEntry
  readonly settings: RunSettings
  readonly shell: Shell
  readonly halt: Halt
  readonly screen: Screen
  readonly tell: (event: RunEvent) => void
}

/** An agent that was started. Closing it ends its whole family. */
export interface Stage {
  connect(): Promise<Client<Version>>
  /** Resolves when what the agent asked for is answered, or soon. */
  settled(): Promise<void>
  close(): Promise<void>
}

// Questions that flags answer cost nobody any attention.
const NO_PACE = 1_000_000
const PATIENCE_MILLISECONDS = 1_000
const START_MILLISECONDS = 30_000

export async function openStage(means: StageMeans): Promise<Stage> {
  const { flags } = means.settings
  const trace = flags.trace === undefined ? undefined : await openTrace(flags.trace, means)
  const agent = await startAgent(means).catch(async error => {
    await trace?.close()
    throw error
  })
  const calls = new KnownCalls()
  const requests = new OpenRequests()
  const host = toHost(means, calls, await findKeyboard(means))
  const heard: unknown[] = []
  let client: Client<Version> | undefined
  return {
    async connect() {
      const watched = calls.around(listenedTo(agent, heard), (direction, message) =>
        requests.note(direction, message),
      )
      const channel = trace?.around(watched) ?? watched
      const version: Version = flags.protocol === '2' ? 2 : 1
      const deadline = Math.min(means.settings.timeout ?? START_MILLISECONDS, START_MILLISECONDS)
      client = await connect<Version>(channel, host, {
        ...{ version, mayGoHigher: true, deadline, log: toLog(means) },
      })
      return client
    },
    settled: () => requests.settled(PATIENCE_MILLISECONDS),
    async close() {
      await client?.close()
      await Promise.all([agent.close(), host.close()])
      await trace?.close()
      await hintAtSpelling(means, heard)
    },
  }
}

/** Why nothing came of a run, where the agent was not understood. */
async function hintAtSpelling({ entry, screen }: StageMeans, heard: readonly unknown[]): Promise<void> {
  const hint = entry.source === 'built-in' ? undefined : await spellingHint(entry, heard)
  if (hint !== undefined) screen.remark(`parley: ${hint}`)
}

async function openTrace(file: string, { entry, settings, shell, screen }: StageMeans): Promise<Trace> {
  const { Trace } = await import('./trace.js')
  return Trace.open(resolve(shell.cwd, file), {
    agent: [entry.command, ...entry.args],
    env: { ...entry.env, ...settings.env },
    tell: message => screen.remark(`parley: ${message}\n`),
  })
}

/** The person at the terminal, where there is one. */
async function findKeyboard({ settings, shell, screen, tell }: StageMeans): Promise<Keyboard | undefined> {
  const isAttended = settings.flags.input && shell.stdin.isTTY === true && shell.stderr.isTTY === true
  if (!isAttended) return undefined
  const { Keyboard } = await import('./keyboard.js')
  return new Keyboard({
    shell,
    screen,
    announce: changes => tell({ type: 'question', changes }),
    interrupt: () => process.kill(process.pid, 'SIGINT'),
  })
}

async function startAgent({ entry, settings, screen }: StageMeans): Promise<AgentProcess> {
  const options = {
    cwd: settings.cwd,
    env: { ...entry.env, ...settings.env },
    dialect: entry.dialect,
    patience: PATIENCE_MILLISECONDS,
    ...(settings.flags.verbose === true && {
      onStderr: (text: string) => screen.remark(text),
    }),
  }
  if (entry.source === 'built-in') return spawnAgent(entry.command, entry.args, options)
  return launchAgent(entry.command, entry.args, options)
}

function toHost(
  { entry, settings, halt, tell }: StageMeans,
  calls: KnownCalls,
  keyboard: Keyboard | undefined,
): ReturnType<typeof nodeHost> {
  const { flags, allowance, policy } = settings
  const agent = { name: entry.id, version: entry.version }
  const referee = new Referee({ allowance, halt, person: keyboard, policy, agent, calls })
  // A question that ends the run is taken away before it is answered.
  const toBy = (by: string): string =>
    policy.flagOf(by) ?? (by === 'user' || by === 'default:cancelled' ? referee.lastBy : by)
  const host = nodeHost({
    info: { name: 'parley', version: readVersion() },
    permission: referee.answer,
    agent,
    policy: policy.policy,
    audit: watchedAudit(permission => tell({ type: 'permission', permission }), toBy),
    files: flags.fs ? 'write' : false,
    terminals: flags.terminal,
    questionsPerMinute: keyboard === undefined || allowance.everything !== undefined ? NO_PACE : undefined,
    elicit: inquiries({ answers: settings.answers, canVisit: flags.visit, halt, clerk: keyboard }),
    auth: { choose: methods => methods.find(({ id }) => id === flags.signIn) },
    onOutput: ({ terminalId, text }) => tell({ type: 'output', terminalId, text }),
    onEnd: ({ terminalId, exitCode, signal }) =>
      tell({
        type: 'exit',
        terminalId,
        exit: signal === null ? `exit code ${exitCode}` : `ended by ${signal}`,
      }),
    onNotice: notice => tell({ type: 'warning', message: toWarning(notice) }),
  })
  return tellingWrites(namingFlags(host, policy.flagOf), tell)
}

// Small slips, which every second agent makes.
const SMALL = new Set(['salvaged', 'ignored_notification'])

/** What an agent does against the protocol is told on stderr: it is no part of the conversation. */
function toLog({ screen, settings }: StageMeans): LogHook {
  return ({ level, event, message, method = '' }) => {
    const isTold =
      settings.flags.verbose === true || ((level === 'warn' || level === 'error') && !SMALL.has(event))
    if (!isTold) return
    const about = method === '' ? '' : ` (${method})`
    screen.remark(`parley: ${event}${about}: ${message}\n`)
  }
}

const toWarning = ({ path, message }: Notice): string => (path === '' ? message : `${path}: ${message}`)
