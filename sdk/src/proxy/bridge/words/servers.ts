/** MCP servers in the words of the other version: version 2 names every transport and needs no empty lists. */

import type { v1Unstable, v2Unstable } from '../../../schema/index.js'
import { type Fields, isFields, isText } from '../../../thread/fields.js'

type OldServer = v1Unstable.McpServer
type NewServer = v2Unstable.McpServer

const OLD_LISTS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['stdio', ['args', 'env']],
  ['http', ['headers']],
  ['sse', ['headers']],
  ['acp', []],
])

/** A transport that version 2 does not know (`sse`) keeps its name: the agent refuses what it cannot reach. */
export function toNewServers(servers: readonly OldServer[]): readonly NewServer[] {
  return servers.map(server => {
    const fields: unknown = server
    if (!isFields(fields)) return server as never
    return (isText(fields.type) ? fields : { ...fields, type: 'stdio' }) as NewServer
  })
}

/** The servers that version 1 has words for, and those that it has none for: whoever asked must hear of them. */
export function toOldServers(servers: readonly NewServer[]): {
  readonly servers: readonly OldServer[]
  readonly unknown: readonly NewServer[]
} {
  const isKnown = (server: NewServer): boolean => isFields(server) && OLD_LISTS.has(server.type)
  return {
    servers: servers.filter(isKnown).map(toOldServer),
    unknown: servers.filter(server => !isKnown(server)),
  }
}

function toOldServer(server: NewServer): OldServer {
  const { type, ...rest }: Fields = { ...server }
  const empty = (OLD_LISTS.get(type) ?? []).map(key => [key, []])
  const named = type === 'stdio' ? {} : { type }
  return { ...named, ...Object.fromEntries(empty), ...rest } as unknown as OldServer
}
