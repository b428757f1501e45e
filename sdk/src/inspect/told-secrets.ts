/** What a message tells in confidence: from then on it is a secret wherever it turns up, whatever it looks like. */

import { isSuspectName, type NamedValue, secretsInHeaders, secretsInVariables } from '../guard/index.js'
import { isFields } from './fields.js'

/** The variables and headers of servers and commands, and answers to questions that ask for a secret by its name. */
export function toldSecrets(message: unknown): readonly string[] {
  if (Array.isArray(message)) return message.flatMap(toldSecrets)
  if (!isFields(message)) return []
  const { method, params, result } = message
  if (isFields(result) && result.action === 'accept')
    return secretsInVariables(pairsOf(result.content).filter(({ name }) => isSuspectName(name)))
  if (!isFields(params)) return []
  if (method === 'terminal/create') return secretsInVariables(pairsOf(params.env))
  const servers = Array.isArray(params.mcpServers) ? params.mcpServers.filter(isFields) : []
  return servers.flatMap(server => [
    ...secretsInVariables(pairsOf(server.env)),
    ...secretsInHeaders(pairsOf(server.headers)),
  ])
}

/** A list of pairs, or an object. */
function pairsOf(value: unknown): readonly NamedValue[] {
  const pairs = Array.isArray(value)
    ? value.filter(isFields).map(({ name, value }) => [name, value] as const)
    : Object.entries(isFields(value) ? value : {})
  return pairs.flatMap(([name, value]) =>
    typeof name === 'string' && typeof value === 'string' ? [{ name, value }] : [],
  )
}
