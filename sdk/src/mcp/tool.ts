/** A tool as its server describes it: untrusted words, made safe to show. */

import type { Tool } from '@modelcontextprotocol/client'
import type { Redactor } from '../guard/index.js'
import { linesWithin, lineWithin } from '../text/index.js'

/** What a server says of a tool's conduct. Hints, not promises. */
export interface ToolHints {
  readonly readOnlyHint?: boolean | undefined
  readonly destructiveHint?: boolean | undefined
  readonly idempotentHint?: boolean | undefined
  readonly openWorldHint?: boolean | undefined
}

/** A tool of one of the session's servers. */
export interface McpTool {
  /** `server/tool`: what it is called by, and what the user sees. */
  readonly name: string
  readonly server: string
  /** The server's own name for people, where it gave one. */
  readonly title?: string | undefined
  /** Written by the server for the model: text that nobody has vouched for. */
  readonly description: string
  /** A JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly annotations: ToolHints
}

/** A tool, and what only its server and its guard need to know of it. */
export interface ListedTool {
  readonly tool: McpTool
  /** What the server calls it. */
  readonly ownName: string
  /** Everything the server says of it: what was allowed is this, not merely something of the same name. */
  readonly fingerprint: string
}

const MOST_NAME_BYTES = 256
const MOST_TITLE_BYTES = 256
const MOST_DESCRIPTION_BYTES = 4 * 1024

export function toListedTool(server: string, tool: Tool, redactor: Redactor): ListedTool {
  const { title, description = '', inputSchema, annotations = {} } = tool
  const name = `${server}/${lineWithin(redactor.text(tool.name), MOST_NAME_BYTES)}`
  const shownTitle = title ?? annotations.title
  return {
    ownName: tool.name,
    fingerprint: JSON.stringify([tool.name, title, description, inputSchema, annotations]),
    tool: {
      name,
      server,
      ...(shownTitle === undefined ? {} : { title: lineWithin(redactor.text(shownTitle), MOST_TITLE_BYTES) }),
      description: linesWithin(redactor.text(description), MOST_DESCRIPTION_BYTES),
      inputSchema: redactor.value(inputSchema),
      annotations: toHints(annotations),
    },
  }
}

function toHints({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: ToolHints): ToolHints {
  return { readOnlyHint, destructiveHint, idempotentHint, openWorldHint }
}
