/** MCP servers: they have no names there, say how they are reached in a word, and name variables in a map. */

import { isFields } from '../../schema/fields.js'
import { type Fields, layAway, layMoreAway, object, type Respelling, takeOut } from './respelling.js'

/** A map there is a list of names and values here, in the same order. */
export const pairs: Respelling = {
  toOurs: value =>
    isFields(value) ? Object.entries(value).map(([name, each]) => ({ name, value: each })) : value,
  toTheirs: value =>
    Array.isArray(value) && value.every(isPair)
      ? Object.fromEntries(value.map(({ name, value: each }) => [name, each]))
      : value,
}

function isPair(value: unknown): value is { readonly name: string; readonly value: unknown } {
  return isFields(value) && typeof value.name === 'string' && Object.hasOwn(value, 'value')
}

const stdio = object({ within: { env: pairs }, defaults: { args: [], env: [] }, laidAway: ['transport'] })
const remote = object({
  names: { transport: 'type' },
  within: { headers: pairs },
  defaults: { headers: [] },
})

/** The field of every request that opens a session. */
export const mcpServers: Respelling = {
  toOurs(value) {
    if (!Array.isArray(value)) return value
    const taken = new Set<unknown>(value.map(each => (isFields(each) ? each.name : undefined)))
    return value.map(each => (isFields(each) ? named(each, taken) : each))
  },
  toTheirs: value => (Array.isArray(value) ? value.map(toTheirs) : value),
}

function named(server: Fields, taken: Set<unknown>): Fields {
  const isSaid = Object.hasOwn(server, 'transport')
  const isStdio = server.transport === 'stdio' || (!isSaid && Object.hasOwn(server, 'command'))
  const ours = layMoreAway((isStdio ? stdio : remote).toOurs(server) as Fields, {
    ...(isSaid || !isStdio ? {} : { $isUnsaid: true }),
    ...(isStdio || !Object.hasOwn(server, 'command') ? {} : { $isRemote: true }),
  })
  if (Object.hasOwn(server, 'name')) return ours
  const name = free(isStdio ? lastOf(server.command) : hostOf(server.url), taken)
  taken.add(name)
  return layMoreAway({ name, ...ours }, { $name: name })
}

function toTheirs(server: unknown): unknown {
  if (!isFields(server)) return server
  const { bare, extras } = takeOut(server)
  const { name, ...nameless } = bare
  const isOurName = name !== undefined && extras.$name === name
  const rest = isOurName ? layAway(nameless, extras) : server
  if (extras.$isRemote === true || !Object.hasOwn(bare, 'command')) return remote.toTheirs(rest)
  const theirs = stdio.toTheirs(rest) as Fields
  // Born here it says nothing of how it is reached; born there it says what it said.
  return Object.keys(extras).length === 0 ? { transport: 'stdio', ...theirs } : theirs
}

function free(name: string, taken: ReadonlySet<unknown>): string {
  if (!taken.has(name)) return name
  let count = 2
  while (taken.has(`${name}-${count}`)) count += 1
  return `${name}-${count}`
}

function lastOf(command: unknown): string {
  const last = typeof command === 'string' ? command.split(/[/\\]/).findLast(part => part !== '') : undefined
  return last ?? 'server'
}

function hostOf(url: unknown): string {
  const host = typeof url === 'string' ? /^[a-z]+:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url)?.[1] : undefined
  return host ?? 'server'
}
