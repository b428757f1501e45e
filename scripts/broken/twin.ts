/** A broken twin: one fault in one source file, and the one test that must notice it. */
import type { Row } from './row.js'

export interface Twin {
  /** What is broken, in words. */
  readonly fault: string
  /** In the library's sources, or in those of a product that it begins with. */
  readonly file: string
  readonly find: string
  readonly replace: string
  /** The test's file, and as much of its title as tells it apart. */
  readonly test: readonly [file: string, title: string]
  /** The test runs compiled code. */
  readonly build?: true
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const PRODUCTS = /^(scout|cli)\//

const placeOf = (path: string): string =>
  PRODUCTS.test(path) ? path.replace(PRODUCTS, '$1/src/') : `sdk/src/${path}`

export const toRow = ({ fault, file, find, replace, test: [path, title], build }: Twin): Row => ({
  name: `twin: ${fault}`,
  change: [{ file: placeOf(file), find, replace }],
  run: { file: placeOf(path), title },
  says: literal(title),
  ...(build ? { build } : {}),
})
