/** Starts an agent's program and greets it, whatever version and spelling it speaks. */

import type { DialectName } from '@parley/acp/dialect'
import type { Channel } from '@parley/acp/jsonrpc'
import { type AgentProcess, launchAgent } from '@parley/acp/node'
import { reasonOf } from '@parley/acp/protocol'
import { bridge } from '@parley/acp/proxy'
import type { Greeting } from './greeting.js'
import { Upstream } from './upstream.js'

/** An agent that the gateway may start. A client can name it, and nothing else of it. */
export interface AgentProgram {
  readonly command: string
  readonly args?: readonly string[] | undefined
  /** Variables beyond the allow-list that the agent gets to see. */
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly cwd?: string | undefined
  /** How it spells the protocol, where it has a way of its own. */
  readonly dialect?: DialectName | undefined
  /** Whether clients of version 2 get to see an agent of version 1 as one of theirs; else they are told its version. */
  readonly isBridged?: boolean | undefined
}

/**
 * An agent that does not speak the client's version at all is seen through a bridge. One that answers with a lower version
 * is left to the client, which may well speak that one, too, and can lend it more then.
 */
export async function launchUpstream(program: AgentProgram, greeting: Greeting): Promise<Upstream> {
  if (program.isBridged === true) return await greeted(await bridged(program), greeting)
  try {
    return await greeted(await start(program), greeting)
  } catch (error) {
    if (reasonOf(error) !== 'unsupported_protocol_version') throw error
    return await greeted(await bridged(program), greeting)
  }
}

async function greeted(channel: Channel, { params }: Greeting): Promise<Upstream> {
  const upstream = new Upstream(channel)
  try {
    await upstream.greet(params)
    return upstream
  } catch (error) {
    await upstream.close()
    throw error
  }
}

async function bridged(program: AgentProgram): Promise<Channel> {
  let agent = await start(program)
  return bridge(agent, {
    reopen: async () => {
      agent = await agent.reopen()
      return agent
    },
  })
}

function start({ command, args = [], env, cwd, dialect }: AgentProgram): Promise<AgentProcess> {
  return launchAgent(command, args, { env, cwd, dialect })
}
