/** MCP servers that a client names: they must be started as told, spoken to, and all of them. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HEADER, openHttpServer } from '../../mcp/http-server.js'
import type { Json } from '../../wire/arrivals.js'
import { toJson } from '../examined-agent.js'
import { EVERYTHING, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { unadvertised } from './at-work.js'

// The program is where the kit was built, from its sources as from its package.
const PROGRAM = fileURLToPath(new URL('../../../dist/peers/mcp-server.js', import.meta.url))
const VALUE = 'told so'

export const mcp: readonly AgentScenario[] = [
  {
    name: 'mcp.stdio',
    title: 'names two MCP servers on stdio, and has a tool of the first one used',
    versions: [1, 2],
    deeds: ['mcp'],
    verifies: ['agent.mcp.stdio', 'agent.mcp.arguments', 'agent.mcp.all'],
    async play(stage, judge) {
      const host = await openWith(stage, EVERYTHING)
      if (stage.version === 2 && !host.agent.can('session.mcp.stdio'))
        return judge.skipRest(unadvertised(stage, 'session.mcp.stdio'))
      const names = ['first', 'second']
      const mcpServers = names.map(name => toServer(stage, name))
      const { sessionId } = await host.agent.newSession({ mcpServers })
      await host.agent.ask(sessionId, 'mcp', { server: 'first' })
      const [first = [], second = []] = await Promise.all(names.map(name => readLog(stage, name)))
      const hears = (log: readonly Json[], method: string): boolean =>
        log.some(each => each.method === method)
      judge.check(
        'agent.mcp.stdio',
        hears(first, 'tools/list') || hears(first, 'tools/call'),
        first.length === 0 ? 'the MCP server was not started' : 'the MCP server was not asked for its tools',
      )
      if (first.length === 0) judge.skip('agent.mcp.arguments', 'the MCP server was not started')
      else {
        const { arguments: args, variable } = first[0] ?? {}
        judge.check(
          'agent.mcp.arguments',
          String(args) === '--name,first' && variable === VALUE,
          'the MCP server was started without the arguments and variables that were named',
        )
      }
      judge.check('agent.mcp.all', second.length > 1, 'the second MCP server was not spoken to')
    },
  },
  {
    name: 'mcp.http',
    title: 'names an MCP server on HTTP',
    versions: [1, 2],
    deeds: ['mcp'],
    verifies: ['agent.mcp.http'],
    async play(stage, judge) {
      const host = await openWith(stage, EVERYTHING)
      if (!host.agent.can('mcpCapabilities.http'))
        return judge.skipRest(unadvertised(stage, 'mcpCapabilities.http'))
      const server = await openHttpServer()
      stage.onClose(() => server.close())
      const named = { type: 'http', name: 'first', url: server.url, headers: [HEADER] }
      const { sessionId } = await host.agent.newSession({ mcpServers: [named] })
      await host.agent.ask(sessionId, 'mcp', { server: 'first' })
      const calls = server.heard.filter(({ method }) => method === 'tools/list' || method === 'tools/call')
      judge.check(
        'agent.mcp.http',
        calls.some(({ header }) => header === HEADER.value),
        calls.length === 0
          ? 'the MCP server was not asked for its tools'
          : 'the MCP server was asked without the headers that were named',
      )
    },
  },
]

function toServer(stage: AgentStage, name: string): Json {
  return {
    ...(stage.version === 1 ? {} : { type: 'stdio' }),
    name,
    command: process.execPath,
    args: [PROGRAM, logOf(stage, name), '--name', name],
    env: [{ name: 'PARLEY_CONFORMANCE', value: VALUE }],
  }
}

function logOf({ beside }: AgentStage, name: string): string {
  return join(beside, `${name}.log`)
}

async function readLog(stage: AgentStage, name: string): Promise<readonly Json[]> {
  const text = await readFile(logOf(stage, name), 'utf8').catch(() => '')
  return text.split('\n').flatMap(line => parsed(line))
}

/** The last line may still be on its way. */
function parsed(line: string): readonly Json[] {
  try {
    return [toJson(JSON.parse(line))]
  } catch {
    return []
  }
}
