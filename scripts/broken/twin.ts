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
  /** Groups that have a test of this title each: all of these must notice it. */
  readonly over?: readonly string[]
  /** The test runs compiled code. */
  readonly build?: true
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const PRODUCTS = /^(scout|cli|gateway|workbench)\//

const placeOf = (path: string): string =>
  PRODUCTS.test(path) ? path.replace(PRODUCTS, '$1/src/') : `sdk/src/${path}`

/** Each of them, in whatever order. */
const all = (groups: readonly string[], title: string): string =>
  `^${groups.map(group => `(?=[^]*FAIL ${literal(`${group} > ${title}`)})`).join('')}`

export const toRow = ({ fault, file, find, replace, test: [path, title], over, build }: Twin): Row => {
  const isForeign = PRODUCTS.test(path) && !PRODUCTS.test(file)
  return {
    name: `twin: ${fault}`,
    change: [{ file: placeOf(file), find, replace }],
    run: { file: placeOf(path), title, ...(isForeign && !build ? { fromSource: true } : {}) },
    says: over ? all(over, title) : literal(title),
    ...(build ? { build } : {}),
  }
}
