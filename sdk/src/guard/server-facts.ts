/** What an MCP server is, for the digest that grants are bound to: everything that decides what runs, and no secret. */

import { toUrl } from './url-pattern.js'

/** A server that is started, or one that is reached. Of variables and headers only the names count. */
export type ServerFacts =
  | {
      readonly transport: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly cwd?: string | undefined
      readonly envNames: readonly string[]
    }
  | {
      readonly transport: 'http' | 'sse'
      readonly url: string
      readonly headerNames: readonly string[]
    }

const sortedOnce = (names: readonly string[]): readonly string[] => [...new Set(names)].sort()

/** The text whose SHA-256 is the server's identity: the same for the same server, whatever its secrets. */
export function toServerText(facts: ServerFacts): string {
  if (facts.transport === 'stdio') {
    const { command, args, cwd, envNames } = facts
    return JSON.stringify(['mcp-server', 1, 'stdio', command, args, cwd ?? null, sortedOnce(envNames)])
  }
  const url = toUrl(facts.url)
  // An address that cannot be read identifies nothing but itself.
  const address = url === undefined ? facts.url : `${url.origin}${url.pathname}`
  const headers = sortedOnce(facts.headerNames.map(name => name.toLowerCase()))
  return JSON.stringify(['mcp-server', 1, facts.transport, address, headers])
}

/** A server's identity as policies spell it. The digest comes from outside: this room computes none. */
export const toServerDigest = (facts: ServerFacts, sha256Hex: (text: string) => string): string =>
  `sha256:${sha256Hex(toServerText(facts))}`

function toLines(facts: ServerFacts): readonly string[] {
  if (facts.transport !== 'stdio')
    return [facts.transport, facts.url, ...sortedOnce(facts.headerNames).map(name => `header ${name}`)]
  const { command, args, cwd, envNames } = facts
  const words = [command, ...args].map((word, index) => `[${index}] ${word}`)
  const place = cwd === undefined ? [] : [`in ${cwd}`]
  return ['stdio', ...words, ...place, ...sortedOnce(envNames).map(name => `variable ${name}`)]
}

/** What changed about a server since it was approved, one line each: `-` for what is gone, `+` for what is new. */
export function describeServerChange(before: ServerFacts, after: ServerFacts): readonly string[] {
  const [old, current] = [toLines(before), toLines(after)]
  return [
    ...old.filter(line => !current.includes(line)).map(line => `- ${line}`),
    ...current.filter(line => !old.includes(line)).map(line => `+ ${line}`),
  ]
}
