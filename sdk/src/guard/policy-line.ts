/** The line of a policy that would allow an action, and no more: shown when nobody can be asked, and before it is written. */

import type { Action, Place } from './action.js'
import { toWordText } from './argv-pattern.js'
import type { Circumstances } from './circumstances.js'
import { toGlobText } from './path-glob.js'
import { isInside, namesBelow } from './place.js'
import { placesOf } from './protected-paths.js'
import { toUrl } from './url-pattern.js'

function toPathText(place: Place): string {
  const names = place.root !== undefined && isInside(place) ? namesBelow(place.path, place.root) : undefined
  return names === undefined ? toGlobText(place.path) : ['{root}', ...names.map(toGlobText)].join('/')
}

function toMatter(action: Action): Readonly<Record<string, unknown>> | undefined {
  switch (action.action) {
    case 'terminal.exec': {
      const { argv, cwd, env } = action
      const names = Object.keys(env).sort()
      const line = { argv: argv.map(toWordText), cwd: toPathText(cwd) }
      return names.length === 0 ? line : { ...line, env: names }
    }
    case 'net.fetch': {
      const url = toUrl(action.url)
      return url && { url: `${url.origin}${toGlobText(url.pathname)}` }
    }
    case 'mcp.call':
      return { server: action.server, tool: toGlobText(action.tool), schema: action.schema }
    case 'mcp.start':
      return { server: action.server }
    case 'agent.mode':
      return { mode: action.mode }
    case 'agent.claimed':
      return {}
    default: {
      const paths = new Set(placesOf(action).map(toPathText))
      // One line has one path: what touches several places needs a pattern that only its author can choose.
      return paths.size === 1 ? { path: [...paths][0] } : undefined
    }
  }
}

/** The line that would allow exactly this, as JSON; nothing when no single line could. */
export function toPolicyLine(action: Action, { agent }: Pick<Circumstances, 'agent'>): string | undefined {
  const matter = toMatter(action)
  if (matter === undefined) return undefined
  const agents = agent && {
    agents: [agent.version === undefined ? agent.name : `${agent.name}@${agent.version}`],
  }
  return JSON.stringify({ effect: 'allow', action: action.action, ...matter, ...agents })
}
