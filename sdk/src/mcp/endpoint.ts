/** How a server is reached, whichever version of the protocol said so; and what is refused before anything is started. */

import type { McpServer } from '../agent/index.js'
import { lineWithin } from '../text/index.js'
import { unpinnedPackages } from './package-pin.js'

/** A variable or a header. */
export interface Pair {
  readonly name: string
  readonly value: string
}

/** A server that is a process of ours. */
export interface StdioEndpoint {
  readonly kind: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: readonly Pair[]
}

/** A server somewhere on the network. */
export interface HttpEndpoint {
  readonly kind: 'http' | 'sse'
  readonly url: string
  readonly headers: readonly Pair[]
}

export type Endpoint = StdioEndpoint | HttpEndpoint

const MOST_NAME_BYTES = 64

/** The servers under names that are one line, hold no `/` or `:` and differ from each other. */
export function nameAll(servers: readonly McpServer[]): ReadonlyMap<string, McpServer> {
  const named = new Map<string, McpServer>()
  // Where each name left off: to count from the beginning every time is quadratic.
  const counts = new Map<string, number>()
  for (const server of servers) {
    const given = 'name' in server && typeof server.name === 'string' ? server.name : ''
    const name = lineWithin(given.trim(), MOST_NAME_BYTES).replace(/[/:]/g, '_') || 'server'
    let free = name
    let count = counts.get(name) ?? 1
    while (named.has(free)) free = `${name}-${++count}`
    counts.set(name, count)
    named.set(free, server)
  }
  return named
}

/** Throws for a kind of server that we cannot reach. */
export function toEndpoint(server: McpServer): Endpoint {
  const { type, command, args, env, url, headers } = server as Readonly<Record<string, unknown>>
  if ((type === undefined || type === 'stdio') && typeof command === 'string')
    return { kind: 'stdio', command, args: toTexts(args), env: toPairs(env) }
  if ((type === 'http' || type === 'sse') && typeof url === 'string')
    return { kind: type, url, headers: toPairs(headers) }
  if (type === 'acp') throw new Error('servers inside the client (type "acp") are not supported yet')
  throw new Error(`cannot reach a server of type "${lineWithin(String(type), MOST_NAME_BYTES)}"`)
}

/** Throws for what must not be started or sent. No message here repeats a value. */
export function demandSound(endpoint: Endpoint, isUnpinnedAllowed: boolean): void {
  if (endpoint.kind === 'stdio') demandSoundCommand(endpoint, isUnpinnedAllowed)
  else demandSoundAddress(endpoint)
}

function demandSoundCommand({ command, args, env }: StdioEndpoint, isUnpinnedAllowed: boolean): void {
  if (command === '') throw new Error('there is no command')
  const texts = [command, ...args, ...env.flatMap(({ name, value }) => [name, value])]
  if (texts.some(text => text.includes('\0'))) throw new Error('the command or its environment holds a NUL')
  if (env.some(({ name }) => name === '' || name.includes('=')))
    throw new Error('a variable of the environment has no proper name')
  if (isUnpinnedAllowed) return
  const [unpinned] = unpinnedPackages(command, args)
  if (unpinned !== undefined)
    throw new Error(
      `"${lineWithin(unpinned, MOST_NAME_BYTES)}" has no exact version: anybody who can publish it could run code here`,
    )
}

function demandSoundAddress({ url, headers }: HttpEndpoint): void {
  if (!URL.canParse(url)) throw new Error('the address is not a URL')
  const { protocol } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('the address is neither https nor http')
  for (const { name, value } of headers)
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new Error('a header cannot be sent as it is written')
}

function toTexts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter(each => typeof each === 'string') : []
}

function toPairs(list: unknown): readonly Pair[] {
  if (!Array.isArray(list)) return []
  return list.filter(isPair)
}

function isPair(value: unknown): value is Pair {
  if (typeof value !== 'object' || value === null) return false
  return (
    'name' in value && 'value' in value && typeof value.name === 'string' && typeof value.value === 'string'
  )
}
