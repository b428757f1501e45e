/** What a user is asked to allow: an operation on a resource, made from the tool call that it is about. */

import { resolvePath } from './paths.js'
import { type Fields, isFields, isList, spelling, textOf, toTheirs, withMade } from './spelling.js'
import type { Session } from './state.js'

export const asked = spelling({ sessionId: 'sessionId' })

/** The operations of section 5.2.1, and the kind of tool that each is. */
export const kindOf = new Map<unknown, string>([
  ['file_read', 'read'],
  ['file_write', 'edit'],
  ['file_delete', 'delete'],
  ['terminal_execute', 'execute'],
  ['network_access', 'fetch'],
  ['mcp_tool', 'other'],
])
const operationOf = new Map<unknown, string>([
  ['read', 'file_read'],
  ['search', 'file_read'],
  ['edit', 'file_write'],
  ['move', 'file_write'],
  ['delete', 'file_delete'],
  ['execute', 'terminal_execute'],
  ['fetch', 'network_access'],
])

/** What a question of this spelling is called in version 1. */
export function titleOf({ operation, resource }: Fields): string {
  return `${textOf(operation)} ${textOf(resource)}`
}

/** The question of our agent; words of this spelling that were laid away in it count only where the call says the same. */
export function questionToTheirs(params: Fields, facts: Fields, session: Session): Fields {
  const spoken = toTheirs(params, asked)
  if (Object.hasOwn(spoken, 'operation') && isAbout(spoken, facts, session)) return spoken
  const { operation, resource, reason, toolCallId, ...others } = spoken
  const about = resourceIn(facts)
  return withMade(others, 'v1', {
    operation: operationOf.get(facts.kind) ?? 'mcp_tool',
    resource: about,
    reason: restOf(facts, about),
    toolCallId: facts.toolCallId,
  })
}

/** Whether a call is the one that this question is called in version 1. */
function isAbout(question: Fields, facts: Fields, { folder }: Session): boolean {
  const { operation, resource, toolCallId } = question
  if (facts.title !== titleOf(question) || facts.kind !== (kindOf.get(operation) ?? 'other')) return false
  if (toolCallId !== undefined && toolCallId !== facts.toolCallId) return false
  const command = commandIn(facts)
  const path = resolvePath(resource, folder)
  return (command === undefined || command === resource) && pathsIn(facts).every(each => each === path)
}

/** What the call is about: a command where one is run, else all places, or what the call says of itself. */
function resourceIn(facts: Fields): string {
  const { kind, rawInput, title, toolCallId } = facts
  const { path, url } = isFields(rawInput) ? rawInput : {}
  const places = pathsIn(facts).join(', ')
  const command = commandIn(facts)
  const named = kind === 'execute' ? [command, title] : [places, path, command, url, title]
  return textOf(named.find(name => typeof name === 'string' && name !== '') ?? toolCallId)
}

function pathsIn({ locations }: Fields): readonly string[] {
  const paths = isList(locations) ? locations.map(item => (isFields(item) ? item.path : undefined)) : []
  return paths.filter(path => typeof path === 'string')
}

function commandIn({ rawInput }: Fields): string | undefined {
  const { command, args } = isFields(rawInput) ? rawInput : {}
  const words = [...(isList(command) ? command : [command]), ...(isList(args) ? args : [])]
  const isSaid = isList(command) ? command.length > 0 : typeof command === 'string' && command !== ''
  return isSaid ? words.map(textOf).join(' ') : undefined
}

/** What else there is to know before one says yes. */
function restOf(facts: Fields, resource: string): string | undefined {
  const { title, rawInput, content } = facts
  const { path, url } = isFields(rawInput) ? rawInput : {}
  const texts = isList(content) ? content.map(textIn) : []
  const all = [title, commandIn(facts), path, url, pathsIn(facts).join(', '), ...texts]
  const said = all.filter(text => typeof text === 'string' && text !== '' && text !== resource)
  return said.length === 0 ? undefined : [...new Set(said)].join('\n')
}

function textIn(item: unknown): unknown {
  const block = isFields(item) ? item.content : undefined
  return isFields(block) && block.type === 'text' ? block.text : undefined
}
