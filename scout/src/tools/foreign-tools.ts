/** The tools of the session's MCP servers, as scout's own are used. They show themselves and ask by themselves. */

import type { Turn } from '@parley/acp/agent'
import { sanitizeForDisplay } from '@parley/acp/guard'
import type { McpTool } from '@parley/acp/mcp'
import type { Errand } from '../errand.js'
import { fenced } from '../fenced-text.js'
import { turnWithTool } from '../turn-with-tool.js'
import { cutMiddle, cutTexts } from './cut.js'
import type { Tool, ToolInput, ToolParameters } from './tool.js'

const MOST_OF_TEXT = 4_000
const MOST_SHOWN = 8_000

/** Loads nothing where the session has no servers. */
export async function foreignTools(errand: Errand): Promise<readonly Tool[]> {
  const { turn } = errand
  if (turn.session.mcpServers.length === 0) return []
  const { mcpTools } = await import('@parley/acp/mcp')
  const tools = await mcpTools(turn, {
    // Scout calls them with its own hands, so autoApprove spares no question here.
    ask: true,
    info: { name: 'scout', version: '0.1.0' },
  })
  tools.report(turn)
  return tools.list.map(tool => ({
    name: tool.name,
    description: tool.description,
    parameters: toParameters(tool),
    effect: 'foreign',
    async undertake(input: ToolInput, { turn: current }: Errand) {
      return {
        async conduct() {
          const { status, text, content } = await tools.call(showingInput(current), tool.name, input)
          const blocks = content.filter(({ type }) => type !== 'text')
          return { text, isError: status !== 'completed', blocks }
        },
      }
    },
  }))
}

/** Whoever is asked about a call must see what it is given, and not only what it is called. */
function showingInput(turn: Turn): Turn {
  return turnWithTool(turn, start => {
    const rawInput = cutTexts(start.rawInput, MOST_OF_TEXT)
    const call = turn.tool({ ...start, rawInput })
    const text = cutMiddle(JSON.stringify(rawInput, undefined, 2) ?? '', MOST_SHOWN)
    if (text !== '' && text !== '{}') void call.show(fenced(sanitizeForDisplay(text), 'json'))
    return call
  })
}

function toParameters({ inputSchema }: McpTool): ToolParameters {
  const { properties, required } = inputSchema as Partial<ToolParameters>
  return {
    ...inputSchema,
    type: 'object',
    properties: typeof properties === 'object' && properties !== null ? properties : {},
    ...(Array.isArray(required) && { required }),
  }
}
