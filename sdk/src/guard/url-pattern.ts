/** Patterns for addresses: a scheme and a host to the letter, and a path like those of files. */

import { type Misspelling, matchesNames, type PathGlob, toPathGlob } from './path-glob.js'

/** A pattern for addresses, read. */
export interface UrlPattern {
  readonly text: string
  readonly origin: string
  readonly path: PathGlob
}

/** An address, taken apart; nothing when it is none that may be fetched. */
export function toUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
}

const SHAPE = /^(https?:\/\/[^/?#@\\]+)(\/[^?#]*)$/

/** Reads a pattern, or says what it should have been. */
export function toUrlPattern(text: string): UrlPattern | Misspelling {
  const [, start = '', path = ''] = SHAPE.exec(text) ?? []
  const url = start.includes('*') ? undefined : toUrl(start)
  if (url === undefined)
    return { expected: 'an address such as https://example.com/docs/**, its host spelt out' }
  const glob = toPathGlob(path)
  return 'expected' in glob ? glob : { text, origin: url.origin, path: glob }
}

const toPath = (url: URL): readonly string[] => {
  const names = url.pathname.split('/')
  while (names.length > 1 && names.at(-1) === '') names.pop()
  return names
}

/** Whether an address matches a pattern; what it asks for behind `?` is not looked at. */
export function matchesUrl(text: string, { origin, path }: UrlPattern): boolean {
  const url = toUrl(text)
  return url !== undefined && url.origin === origin && matchesNames(toPath(url), path.names)
}

/** Whether an address is on one of these hosts; `*.example.com` is every host below that one. */
export function isOnHost(text: string, hosts: readonly string[]): boolean {
  const hostname = toUrl(text)?.hostname
  if (hostname === undefined) return false
  return hosts.some(host => {
    const wanted = host.toLowerCase()
    return wanted.startsWith('*.') ? hostname.endsWith(wanted.slice(1)) : hostname === wanted
  })
}
