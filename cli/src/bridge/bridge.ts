/** `parley bridge`: an agent on stdin and stdout that speaks whichever version its client does. */

import type { DialectName } from '@parley/acp/dialect'
import { boundedLine } from '@parley/acp/guard'
import type { Channel } from '@parley/acp/jsonrpc'
import { type AgentProcess, launchAgent, stdio } from '@parley/acp/node'
import { bridgeBetween } from '@parley/acp/proxy'
import { findAgent } from '../agents/catalogue.js'
import { shownArguments, toLine } from '../agents/command-line.js'
import type { AgentEntry } from '../agents/entry.js'
import { fromLine } from '../agents/find-agent.js'
import { failToLaunch } from '../agents/launching.js'
import { listenedTo, spellingHint } from '../agents/spelling-hint.js'
import { EXIT } from '../exit-code.js'
import { Failure, messageOf } from '../failure.js'
import type { Shell } from '../shell.js'

const MOST_CHARACTERS = 300

export interface BridgeFlags {
  /** False with `--no-restart`. */
  readonly restart: boolean
  readonly dialect?: DialectName | undefined
}

export async function bridgeWork(
  command: readonly string[],
  flags: BridgeFlags,
  shell: Shell,
): Promise<number> {
  const { restart } = flags
  const entry = await toEntry(command, shell)
  const { cwd } = shell
  const env = { ...shell.env, ...entry.env }
  const dialect = flags.dialect ?? entry.dialect
  // It stands in the agent's place: what the agent says to people, and what it is given, pass through it.
  const onStderr = (text: string): void => void shell.stderr.write(text)
  let agent: AgentProcess = await launchAgent(entry.command, entry.args, {
    ...{ cwd, env, dialect, onStderr },
  }).catch(failToLaunch)
  const heard: unknown[] = []
  const reopen = async (): Promise<Channel> => {
    agent = await agent.reopen()
    return listenedTo(agent, heard)
  }
  const relay = bridgeBetween(stdio(), listenedTo(agent, heard), restart ? { reopen } : { offersAll: true })
  const end = await Promise.race([relay.closed, untilSignalled()])
  await hintAtSpelling({ ...entry, dialect }, heard, shell)
  if (end !== 'signalled' && end.error !== undefined) throw toFailure(end.error)
  await relay.close()
  if (end === 'signalled') return EXIT.cancelled
  await demandGoodEnd(agent)
  return EXIT.ok
}

/** Why a client makes nothing of the agent, where that one was not understood. */
async function hintAtSpelling(
  entry: AgentEntry,
  heard: readonly unknown[],
  { stderr }: Shell,
): Promise<void> {
  const line = toLine([entry.command, ...shownArguments(entry.args)])
  const toCure = (dialect: DialectName): string =>
    `name its dialect: parley bridge --dialect ${dialect} -- ${line}`
  const hint = entry.source === 'built-in' ? undefined : await spellingHint(entry, heard, toCure)
  if (hint !== undefined) stderr.write(`parley: ${hint}`)
}

/** One word is an agent by its id, and a program where there is none of it; several are a program and its arguments. */
async function toEntry(command: readonly string[], shell: Shell): Promise<AgentEntry> {
  const [word, ...others] = command
  if (word === undefined)
    throw new Failure('expected an agent: its id, or its command.', {
      exitCode: EXIT.usage,
      cure: 'It stands after --: parley bridge -- my-agent',
      reason: 'usage',
    })
  if (others.length > 0) return fromLine(command, shell)
  try {
    return await findAgent(word, shell)
  } catch (error) {
    if (!(error instanceof Failure) || error.reason !== 'agent_not_found') throw error
    return fromLine(command, shell)
  }
}

// As shells count a program that ended because it was told to.
const ENDED_BY_REQUEST = 128 + 15

/** Whoever has no more to say closes first; that the agent died all the same is not kept from them. */
async function demandGoodEnd(agent: AgentProcess): Promise<void> {
  await agent.close()
  if (agent.failure !== undefined) throw toFailure(agent.failure)
  const { code, signal } = await agent.exited
  const isTold = signal === 'SIGTERM' || signal === 'SIGKILL' || code === ENDED_BY_REQUEST
  if (isTold || code === 0) return
  throw toFailure(`the agent ${signal === null ? `exited with code ${code}` : `was ended by ${signal}`}`)
}

function toFailure(error: unknown): Failure {
  return new Failure(boundedLine(messageOf(error), MOST_CHARACTERS), {
    exitCode: EXIT.agentFailed,
    reason: 'agent_failed',
    cause: error,
  })
}

/** Also who is told to end lets the agent end first. The listeners stay: without any, a second agent would end us with it. */
function untilSignalled(): Promise<'signalled'> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve('signalled'))
  })
}
