/** What of an entry a row shows, what the schema calls its parts, and how it would be sent again or answered. */

import { type Entry, type Fact, type Facts, findMethod, type Row, type StructFact } from '@parley/acp/inspect'

type Fields = Readonly<Record<string, unknown>>

/** A message, one message of a batch, or the words of something else. */
export function shownValue(row: Row, entry: Entry, rows: readonly Row[]): unknown {
  if (!('message' in entry)) return entry
  if (!Array.isArray(entry.message)) return entry.message
  let first = row.number
  while (rows[first - 1]?.entry === row.entry) first--
  return entry.message[row.number - first]
}

/** The name of the type that the params or the result of this row have. */
export function typeOf(
  facts: Facts,
  row: Row,
): { readonly part: 'params' | 'result'; readonly type: string } | undefined {
  if (row.method === undefined || row.kind === 'error') return undefined
  const isResult = row.kind === 'result'
  // A result goes back to whoever asked.
  const to = isResult ? (row.to === 'agent' ? 'client' : 'agent') : row.to
  const method = findMethod(facts, { method: row.method, to })
  const type = isResult ? method?.result : method?.params
  return type === undefined ? undefined : { part: isResult ? 'result' : 'params', type }
}

/** What the schema calls the value under a key; nothing where it has no name of its own. */
export function typeUnder(facts: Facts, type: string, key: string): string | undefined {
  const fact = facts.types[type]
  if (fact?.kind !== 'struct') return undefined
  return nameIn(propertyOf(facts, fact, key))
}

function propertyOf(facts: Facts, struct: StructFact, key: string): Fact | undefined {
  const own = struct.properties.find(({ name }) => name === key)
  if (own !== undefined) return own.fact
  const parent = struct.parent === undefined ? undefined : facts.types[struct.parent]
  return parent?.kind === 'struct' ? propertyOf(facts, parent, key) : undefined
}

function nameIn(fact: Fact | undefined): string | undefined {
  if (fact?.kind === 'type') return fact.name
  if (fact?.kind === 'list') return nameIn(fact.item)
  if (fact?.kind === 'options') return fact.members.map(nameIn).find(name => name !== undefined)
  return undefined
}

/** Whether it can be sent again: what went to the agent and is no answer. */
export function canResend({ to, kind }: Row): boolean {
  return to === 'agent' && (kind === 'request' || kind === 'notification')
}

/** Whether it waits for an answer that can be given by hand. */
export function canAnswer({ to, kind, answer }: Row): boolean {
  return to === 'client' && kind === 'request' && answer === undefined
}

/** What to begin with when it is sent again: with an id of its own, so that nobody takes the answer for theirs. */
export function resendDraft(value: unknown, id: string): string {
  const { method, params, id: had } = (value ?? {}) as Fields
  const message = {
    jsonrpc: '2.0',
    ...(had === undefined ? {} : { id }),
    method,
    ...(params === undefined ? {} : { params }),
  }
  return JSON.stringify(message, undefined, 2)
}

/** A message that may be sent, or what is wrong with what was typed. */
export function readDraft(text: string): Fields | { readonly flaw: string } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { flaw: 'Expected an object with "jsonrpc", and a method or an answer.' }
    const fields = value as Fields
    if (fields.jsonrpc !== '2.0') return { flaw: 'Expected "jsonrpc": "2.0".' }
    const isAnswer = 'id' in fields && ('result' in fields || 'error' in fields)
    if (typeof fields.method !== 'string' && !isAnswer)
      return { flaw: 'Expected a "method", or an "id" with a "result" or an "error".' }
    return fields
  } catch (error) {
    return { flaw: error instanceof Error ? error.message : 'This is not JSON.' }
  }
}
