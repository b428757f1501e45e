/** Calls a tool of an MCP server that the client named; the user is asked first, because nobody said otherwise. */

import { agent } from '@parley/acp/agent'
import { mcpTools } from '@parley/acp/mcp'
import { serveStdio } from '@parley/acp/node'

await serveStdio(
  agent({
    name: 'mcp',
    version: '1.0.0',
    mcp: ['stdio', 'http', 'sse'],
    async prompt(turn) {
      const tools = await mcpTools(turn.session)
      tools.report(turn)
      const [name, input = '{}'] = turn.text.split(/ (.*)/s)
      const tool = tools.list.find(each => each.name === name)
      if (tool === undefined) turn.say(`I have these tools: ${tools.list.map(each => each.name).join(', ')}`)
      else await tools.call(turn, tool.name, JSON.parse(input))
    },
  }),
)
