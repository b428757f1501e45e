/** MCP servers of section 11 against those of version 1: a transport of their own, maps for lists. */

import { baseName } from './paths.js'
import {
  each,
  equalValues,
  type Fields,
  isFields,
  isList,
  keep,
  kept,
  type Row,
  spelling,
  toOurs,
  toTheirs,
  withMade,
} from './spelling.js'

/** A map of names to values, as a list in the order of its keys. */
export const pairs: Required<Pick<Row, 'read' | 'write' | 'isLossy'>> = {
  read: toPairs,
  write: value => (isList(value) ? Object.fromEntries(value.flatMap(toEntry)) : value),
  isLossy: true,
}

const outside = spelling({ name: 'name' })

export const servers = each({
  read: value => (isFields(value) && isFields(value.transport) ? toServer(value, value.transport) : value),
  write: value => (isFields(value) ? fromServer(value) : value),
})

function toServer(given: Fields, transport: Fields): Fields {
  const { transport: _, ...rest } = given
  const core = coreOf(transport)
  const spoken = withMade({ ...core, ...toOurs(rest, outside) }, '004', { name: nameOf(core) })
  // What of a transport has no place here, or was left to be understood, is simplest kept with all of it.
  return equalValues(transportOf(core), transport) ? spoken : keep(spoken, '004', { transport })
}

function fromServer(given: Fields): Fields {
  const { name, _meta, ...core } = given
  const { transport } = kept(given, '004')
  const around = toTheirs({ name, ...(_meta === undefined ? {} : { _meta }) }, outside)
  const isSame = isFields(transport) && equalValues(coreOf(transport), core)
  return { ...around, transport: isSame ? transport : transportOf(core) }
}

function coreOf({ type, command, args, env, url, headers, mcpServerName }: Fields): Fields {
  // Where such a server is reached is the client's concern in version 1.
  if (type === 'acp') return { type, serverId: mcpServerName }
  if (type === undefined || type === 'stdio') return { command, args: args ?? [], env: toPairs(env ?? {}) }
  return { type, url, headers: toPairs(headers ?? {}) }
}

function transportOf({ type, command, args, env, url, headers, serverId }: Fields): Fields {
  if (type === 'acp') return { type, mcpServerName: serverId }
  const map = (list: unknown): unknown => pairs.write(list, {})
  return type === undefined
    ? { type: 'stdio', command, args: args ?? [], env: map(env ?? []) }
    : { type, url, headers: map(headers ?? []) }
}

function nameOf({ command, url, serverId }: Fields): string {
  if (typeof serverId === 'string') return serverId
  if (typeof command === 'string') return baseName(command)
  return typeof url === 'string' ? url : 'server'
}

function toPairs(value: unknown): unknown {
  if (!isFields(value)) return value
  return Object.entries(value).map(([name, item]) => ({ name, value: asText(item) }))
}

function toEntry(item: unknown): readonly (readonly [string, unknown])[] {
  return isFields(item) && typeof item.name === 'string' ? [[item.name, item.value]] : []
}

function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}
