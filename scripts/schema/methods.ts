/** Finds the methods of a contract in the marks of its definitions. Knows `x-method` and `x-side`; no meaning of any. */
import type { Method, Node } from './model.js'
import { type JsonObject, type Place, refuse } from './place.js'

const RECEIVERS: Record<string, Method['to']> = {
  agent: 'agent',
  client: 'client',
  protocol: 'both',
  proxy: 'both',
}

interface Marked {
  readonly definition: string
  readonly name: string
  readonly to: Method['to']
  readonly role: 'Request' | 'Response' | 'Notification'
}

export function readMethods(
  definitions: readonly (readonly [string, Place])[],
  nodes: ReadonlyMap<string, Node>,
): Method[] {
  const marked = definitions.flatMap(([definition, place]) => readMark(definition, place))
  const calls = marked.filter(mark => mark.role !== 'Response')
  return calls.map(call => toMethod(call, marked, nodes)).sort(byName)
}

function byName(left: Method, right: Method): number {
  const [a, b] = [`${left.name} ${left.kind}`, `${right.name} ${right.kind}`]
  return a < b ? -1 : Number(a > b)
}

function readMark(definition: string, place: Place): Marked[] {
  const { 'x-method': name, 'x-side': side }: JsonObject = place.schema
  if (name === undefined) return []
  const to = typeof side === 'string' ? RECEIVERS[side] : undefined
  const role = /(Request|Response|Notification)$/.exec(definition)?.[0]
  if (typeof name !== 'string' || to === undefined)
    return refuse(place, 'a method without a side that is understood')
  if (role !== 'Request' && role !== 'Response' && role !== 'Notification')
    return refuse(place, 'a method of no known kind')
  return [{ definition, name, to, role }]
}

function toMethod(call: Marked, marked: readonly Marked[], nodes: ReadonlyMap<string, Node>): Method {
  const answer = marked.find(
    mark => mark.role === 'Response' && mark.name === call.name && mark.to === call.to,
  )
  const isRequest = call.role === 'Request'
  return {
    name: call.name,
    to: call.to,
    kind: isRequest ? 'request' : 'notification',
    scope: needsSession(nodes.get(call.definition)) ? 'session' : 'connection',
    params: call.definition,
    result: isRequest ? answer?.definition : undefined,
  }
}

function needsSession(node: Node | undefined): boolean {
  return (
    node?.kind === 'struct' &&
    node.properties.some(property => property.name === 'sessionId' && property.required)
  )
}
