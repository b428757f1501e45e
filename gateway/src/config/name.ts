/** Names that people give to agents, principals and tokens: they stand in addresses and in logs, so they are plain. */

import { ConfigFlaw } from './section.js'

const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._@-]{0,62}[A-Za-z0-9])?$/

export function isName(text: string): boolean {
  return NAME.test(text)
}

export function demandName(name: string, path: string): string {
  if (isName(name)) return name
  const expected =
    'a name of at most 64 letters, digits and . _ @ - that begins and ends with a letter or digit'
  throw new ConfigFlaw(path, expected, 'another')
}
