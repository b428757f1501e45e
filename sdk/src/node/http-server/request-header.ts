/** The headers of a request, for whoever decides by them. */

import type { NodeRequest } from './node-exchange.js'

// Node drops the second of two, and a proxy before us may have gone by it: together they fit no rule.
const ONCE = new Set(['host', 'authorization', 'origin'])

/** The value of a header, which is named in small letters; of one that came more than once, all of them. */
export function headerOf(request: NodeRequest, name: string): string | undefined {
  const { headers } = request
  // Over HTTP/2 Node knows of one each.
  const isDistinct = ONCE.has(name) && 'headersDistinct' in request
  const value = isDistinct ? request.headersDistinct[name] : headers[name]
  const text = Array.isArray(value) ? value.join(', ') : value
  return name === 'host' ? hostOf(headers[':authority'], text) : text
}

/** HTTP/2 has another word for it. Two names that differ are none. */
function hostOf(authority: string | string[] | undefined, host: string | undefined): string | undefined {
  if (typeof authority !== 'string') return host
  return host === undefined || host === authority ? authority : undefined
}
