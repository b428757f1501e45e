/** The least that an MCP server must be able to say, with one tool that gives back what it gets. */

import { errorCode } from '../error.js'
import { kit } from '../kit.js'

type Fields = Readonly<Record<string, unknown>>

const TOOL = {
  name: 'echo',
  description: 'Gives back what it gets',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  annotations: { readOnlyHint: true },
}

/** The answer to a request; nothing to a notification. */
export function answerAsServer({ id, method, params }: Fields): Fields | undefined {
  if (id === undefined || typeof method !== 'string') return undefined
  const result = resultOf(method, Object(params) as Fields)
  if (result !== undefined) return { jsonrpc: '2.0', id, result }
  return { jsonrpc: '2.0', id, error: { code: errorCode.method_not_found, message: 'Method not found' } }
}

function resultOf(method: string, params: Fields): Fields | undefined {
  switch (method) {
    case 'initialize': {
      const { protocolVersion = '2025-06-18' } = params
      return { protocolVersion, capabilities: { tools: {} }, serverInfo: kit }
    }
    case 'ping':
      return {}
    case 'tools/list':
      return { tools: [TOOL] }
    case 'tools/call': {
      const { text = '' } = Object(params.arguments) as Fields
      return { content: [{ type: 'text', text: String(text) }] }
    }
    default:
      return undefined
  }
}
