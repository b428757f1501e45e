/** Starts the agent of a run, lends it what the flags allow, and shakes hands with it. */

import { type Client, connect, type LogHook } from '@parley/acp/client'
import { sanitizeForDisplay } from '@parley/acp/guard'
import { type AgentProcess, launchAgent, type Notice, nodeHost, spawnAgent } from '@parley/acp/node'
import type { Version } from '@parley/acp/protocol'
import type { AgentEntry } from '../agents/entry.js'
import type { Shell } from '../shell.js'
import { readVersion } from '../version.js'
import { namingFlags } from './denied-by-flag.js'
import type { RunEvent } from './event.js'
import type { Halt } from './halt.js'
import { inquiries } from './inquiry.js'
import { Keyboard } from './keyboard.js'
import { Referee } from './referee.js'
import type { RunSettings } from './settings.js'
import { Trace } from './trace.js'
import { watchedAudit } from './watched-audit.js'

export interface StageMeans {
  readonly entry: AgentEntry
  readonly settings: RunSettings
  readonly shell: Shell
  readonly halt: Halt
  readonly tell: (event: RunEvent) => void
}

/** An agent that was started. Closing it ends its whole family. */
export interface Stage {
  connect(): Promise<Client<Version>>
  close(): Promise<void>
}

// Questions that flags answer cost nobody any attention.
const NO_PACE = 1_000_000
const PATIENCE_MILLISECONDS = 1_000
const START_MILLISECONDS = 30_000

export async function openStage(means: StageMeans): Promise<Stage> {
  const { flags } = means.settings
  const trace = flags.trace === undefined ? undefined : await Trace.open(flags.trace)
  const agent = await startAgent(means).catch(async error => {
    await trace?.close()
    throw error
  })
  const host = toHost(means)
  let client: Client<Version> | undefined
  return {
    async connect() {
      const channel = trace?.around(agent) ?? agent
      const version: Version = flags.protocol === '2' ? 2 : 1
      const deadline = Math.min(means.settings.timeout ?? START_MILLISECONDS, START_MILLISECONDS)
      client = await connect<Version>(channel, host, { version, deadline, log: toLog(means) })
      return client
    },
    async close() {
      await client?.close()
      await Promise.all([agent.close(), host.close()])
      await trace?.close()
    },
  }
}

async function startAgent({ entry, settings, shell }: StageMeans): Promise<AgentProcess> {
  const options = {
    cwd: settings.cwd,
    env: { ...entry.env, ...settings.env },
    patience: PATIENCE_MILLISECONDS,
    ...(settings.flags.verbose === true && {
      onStderr: (text: string) => void shell.stderr.write(sanitizeForDisplay(text)),
    }),
  }
  if (entry.source === 'built-in') return spawnAgent(entry.command, entry.args, options)
  return launchAgent(entry.command, entry.args, options)
}

function toHost(means: StageMeans): ReturnType<typeof nodeHost> {
  const { entry, settings, shell, halt, tell } = means
  const { flags, allowance, policy } = settings
  const isAttended = flags.input && shell.stdin.isTTY === true && shell.stderr.isTTY === true
  const keyboard = isAttended ? new Keyboard(shell, () => process.kill(process.pid, 'SIGINT')) : undefined
  const agent = { name: entry.id, version: entry.version }
  const referee = new Referee({ allowance, halt, person: keyboard, policy, agent })
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
  return namingFlags(host, policy.flagOf)
}

// Small slips, which every second agent makes.
const SMALL = new Set(['salvaged', 'ignored_notification'])

/** What an agent does against the protocol is told on stderr: it is no part of the conversation. */
function toLog({ shell, settings }: StageMeans): LogHook {
  return ({ level, event, message, method = '' }) => {
    const isTold =
      settings.flags.verbose === true || ((level === 'warn' || level === 'error') && !SMALL.has(event))
    if (!isTold) return
    const about = method === '' ? '' : ` (${method})`
    shell.stderr.write(`parley: ${event}${about}: ${message}\n`)
  }
}

const toWarning = ({ path, message }: Notice): string => (path === '' ? message : `${path}: ${message}`)
