/** The names in a config, whoever made it: one that was put together by a program is held to what its file would be. */

import type { GatewayConfig, PrincipalSetting } from './config.js'
import { demandName } from './name.js'
import { ConfigFlaw, toWord } from './section.js'

type Named = Pick<GatewayConfig, 'agents' | 'defaultAgent' | 'principals' | 'owner'>

/** Throws a `ConfigFlaw` at the first that could not stand in a file. */
export function demandNames({ agents, defaultAgent, principals, owner }: Named): void {
  demandOwnNames(agents, '$.agents')
  demandOwnNames(principals, '$.principals')
  toWord([...agents.keys()])(defaultAgent, '$.defaultAgent')
  if (owner !== undefined) toWord([...principals.keys()])(owner, '$.owner')
  for (const principal of principals.values()) demandPrincipalNames(principal)
}

function demandPrincipalNames({ name, tokens, agents = [] }: PrincipalSetting): void {
  const path = `$.principals.${name}`
  for (const token of tokens) demandName(token.name, `${path}.tokens.${token.name}`)
  if (new Set(tokens.map(token => token.name)).size < tokens.length)
    throw new ConfigFlaw(`${path}.tokens`, 'each name once', 'one twice')
  // They may be added later.
  for (const [index, agent] of agents.entries()) demandName(agent, `${path}.agents[${index}]`)
}

/** What is found under a name calls itself by another nowhere. */
function demandOwnNames(all: ReadonlyMap<string, { readonly name: string }>, path: string): void {
  for (const [key, { name }] of all) {
    demandName(key, `${path}.${key}`)
    if (name !== key) throw new ConfigFlaw(`${path}.${key}.name`, `"${key}"`, 'another name')
  }
}
