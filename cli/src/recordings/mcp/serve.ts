/** `parley recordings mcp`: a server that lets an agent read the recordings, and do nothing else. */

import { once } from 'node:events'
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createRedactor } from '@parley/acp/guard'
import { EXIT } from '../../exit-code.js'
import { messageOf } from '../../failure.js'
import { toSafeJson } from '../../listing/safe-json.js'
import type { Shell } from '../../shell.js'
import { readVersion } from '../../version.js'
import { Library } from './library.js'
import { TOOLS, type Tool } from './tools.js'

/** No answer is longer: who reads it pays for every word. */
const MOST_CHARACTERS = 60_000
const INSTRUCTIONS = `Recordings of the wire between clients and agents of the Agent Client Protocol, without secrets. Begin with
list_recordings, then list_findings or read_timeline, then read_message for single messages.`

export async function serveRecordings(shell: Shell): Promise<number> {
  const library = new Library(shell)
  const handle = serveStdio(() => toServer(library))
  await once(shell.stdin, 'close')
  await handle.close()
  return EXIT.ok
}

function toServer(library: Library): McpServer {
  const server = new McpServer(
    { name: 'parley-recordings', version: readVersion() },
    { instructions: INSTRUCTIONS },
  )
  for (const tool of TOOLS) register(server, tool, library)
  return server
}

function register(server: McpServer, { name, about, schema, call }: Tool, library: Library): void {
  const inputSchema = fromJsonSchema<Readonly<Record<string, unknown>>>({
    type: 'object',
    additionalProperties: false,
    ...schema,
  })
  const annotations = {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  }
  server.registerTool(name, { description: about, inputSchema, annotations }, async args => {
    try {
      return { content: [{ type: 'text', text: toAnswer(await call(args, library)) }] }
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: messageOf(error) }] }
    }
  })
}

/** The list is of what others may have named, so it is redacted, too; and never more than an answer may hold. */
function toAnswer(value: unknown): string {
  const text = toSafeJson(createRedactor().value(value))
  if (text.length <= MOST_CHARACTERS) return text
  return `${text.slice(0, MOST_CHARACTERS)}… (cut off: ask for less, by a filter, a limit or an offset)`
}
