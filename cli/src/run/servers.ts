/** MCP servers for a session, read from a file in the spelling of the protocol or in the one that other tools share. */

import { readFile } from 'node:fs/promises'
import type { McpServerOf } from '@parley/acp/client'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'

export type McpServer = McpServerOf<1>
type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The servers of a file: a list, or an object whose `mcpServers` names them. */
export async function readServers(file: string): Promise<readonly McpServer[]> {
  const fail = (why: string): Failure => new Failure(`--mcp: ${file}: ${why}`, { exitCode: EXIT.usage })
  let value: unknown
  try {
    value = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error
    throw fail(isAbsent ? `it cannot be read (${String(error.code)})` : 'expected JSON, found something else')
  }
  const inner = isFields(value) && 'mcpServers' in value ? value.mcpServers : value
  const entries = Array.isArray(inner)
    ? inner.map((each: unknown) => [isFields(each) ? each.name : undefined, each] as const)
    : Object.entries(isFields(inner) ? inner : {})
  return entries.map(([name, server]) => {
    if (typeof name !== 'string' || !isFields(server)) throw fail('expected servers that have names')
    const read = toServer(name, server)
    if (read === undefined) throw fail(`expected a command or a url in "${name}", found neither`)
    return read
  })
}

function toServer(name: string, server: Fields): McpServer | undefined {
  const { command, args, env, url, headers, type } = server
  if (typeof command === 'string') return { name, command, args: toTexts(args), env: toPairs(env) }
  if (typeof url !== 'string') return undefined
  return { type: type === 'sse' ? 'sse' : 'http', name, url, headers: toPairs(headers) }
}

const toTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : []

/** Variables and headers, as a list of names and values or as an object. */
function toPairs(value: unknown): { name: string; value: string }[] {
  const pairs = Array.isArray(value)
    ? value.filter(isFields).map(pair => [pair.name, pair.value] as const)
    : Object.entries(isFields(value) ? value : {})
  return pairs.flatMap(([name, text]) =>
    typeof name === 'string' && typeof text === 'string' ? [{ name, value: text }] : [],
  )
}
