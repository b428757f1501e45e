/** `parley bridge`: an agent on stdin and stdout that speaks whichever version its client does. */

import { boundedLine } from '@parley/acp/guard'
import { type AgentProcess, launchAgent, stdio } from '@parley/acp/node'
import { bridgeBetween } from '@parley/acp/proxy'
import { failToLaunch } from '../agents/launching.js'
import { EXIT } from '../exit-code.js'
import { Failure, messageOf } from '../failure.js'
import type { Shell } from '../shell.js'

const MOST_CHARACTERS = 300

export interface BridgeFlags {
  /** False with `--no-restart`. */
  readonly restart: boolean
}

export async function bridgeWork(
  command: readonly string[],
  { restart }: BridgeFlags,
  shell: Shell,
): Promise<number> {
  const [program, ...args] = command
  if (program === undefined)
    throw new Failure('expected the command of an agent.', {
      exitCode: EXIT.usage,
      cure: 'It stands after --: parley bridge -- my-agent',
      reason: 'usage',
    })
  const { cwd, env } = shell
  // It stands in the agent's place: what the agent says to people, and what it is given, pass through it.
  const onStderr = (text: string): void => void shell.stderr.write(text)
  let agent: AgentProcess = await launchAgent(program, args, { cwd, env, onStderr }).catch(failToLaunch)
  const reopen = async (): Promise<AgentProcess> => {
    agent = await agent.reopen()
    return agent
  }
  const relay = bridgeBetween(stdio(), agent, restart ? { reopen } : { offersAll: true })
  const end = await Promise.race([relay.closed, untilSignalled()])
  if (end !== 'signalled' && end.error !== undefined) throw toFailure(end.error)
  await relay.close()
  return end === 'signalled' ? EXIT.cancelled : EXIT.ok
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
