/** What the kit calls itself, on the wire and in reports; its version is that of its package. */

import { readFileSync } from 'node:fs'

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

export const kit = { name: 'parley-conformance', version } as const
