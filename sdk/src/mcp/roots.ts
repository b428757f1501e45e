/** Where a session works, as the roots of MCP write it. */

import type { Session } from '../agent/index.js'

/** A directory that a server may regard as its field of work. */
export interface Root {
  readonly uri: string
  readonly name: string
}

export function toRoots({ cwd, additionalDirectories }: Session): Root[] {
  return [cwd, ...additionalDirectories].map(path => ({ uri: toFileUri(path), name: lastPart(path) }))
}

/** `file:///home/me` or `file:///C:/Users/me`. */
export function toFileUri(path: string): string {
  const [, drive, rest] = /^([a-z]:)[/\\](.*)$/i.exec(path) ?? []
  const parts = rest === undefined ? path.split('/') : ['', drive, ...rest.split(/[/\\]/)]
  return `file://${parts.map(part => (part === drive ? part : encodeURIComponent(part ?? ''))).join('/')}`
}

function lastPart(path: string): string {
  return (
    path
      .split(/[/\\]/)
      .filter(part => part !== '')
      .at(-1) ?? path
  )
}
