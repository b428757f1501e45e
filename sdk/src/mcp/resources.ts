/** What the servers of a session have to read. */

import type { ContentBlock } from '../agent/index.js'
import { linesWithin, lineWithin } from '../text/index.js'
import { toResource } from './content.js'
import type { Server } from './server.js'

/** Something that can be read from a server. */
export interface McpResource {
  readonly server: string
  readonly uri: string
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly mimeType?: string | undefined
  /** In bytes. */
  readonly size?: number | undefined
}

const MOST_NAME_BYTES = 256
const MOST_DESCRIPTION_BYTES = 4 * 1024

/** Of all servers that answer; one that does not is left out. */
export async function listResources(servers: readonly Server[], signal: AbortSignal): Promise<McpResource[]> {
  const lists = await Promise.all(servers.map(server => listOf(server, signal).catch(() => [])))
  signal.throwIfAborted()
  return lists.flat()
}

async function listOf(server: Server, signal: AbortSignal): Promise<McpResource[]> {
  if (!server.hasAny('resources')) return []
  const { resources } = await server.run(signal, options => server.client.listResources({}, options))
  return server.redactor.value(resources).map(({ uri, name, title, description, mimeType, size }) => ({
    server: server.name,
    uri,
    name: lineWithin(name, MOST_NAME_BYTES),
    title: title === undefined ? undefined : lineWithin(title, MOST_NAME_BYTES),
    description: description === undefined ? undefined : linesWithin(description, MOST_DESCRIPTION_BYTES),
    mimeType,
    size,
  }))
}

/** From the server that lists it; what none lists may still come of a template, so then every one is asked in turn. */
export async function readResource(
  servers: readonly Server[],
  uri: string,
  signal: AbortSignal,
): Promise<ContentBlock[]> {
  const listed = await listResources(servers, signal)
  const owner = listed.find(resource => resource.uri === uri)?.server
  const failures: string[] = []
  const asked = servers.filter(server => server.hasAny('resources') && server.name === (owner ?? server.name))
  for (const server of asked)
    try {
      const { contents } = await server.run(signal, options => server.client.readResource({ uri }, options))
      return server.redactor.value(contents).map(toResource)
    } catch (error) {
      signal.throwIfAborted()
      failures.push(`${server.name}: ${error instanceof Error ? error.message : 'no reason given'}`)
    }
  throw new Error(
    `no server could read this resource${failures.length === 0 ? '' : `: ${failures.join('; ')}`}`,
  )
}
