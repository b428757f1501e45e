/** A broken twin: one fault in one source file, and the one test that must notice it. */
import type { Row } from './row.js'

export interface Twin {
  /** What is broken, in words. */
  readonly fault: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /** The test's file, and as much of its title as tells it apart. */
  readonly test: readonly [file: string, title: string]
  /** The test runs compiled code. */
  readonly build?: true
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export const toRow = ({ fault, file, find, replace, test: [path, title], build }: Twin): Row => ({
  name: `twin: ${fault}`,
  change: [{ file: `sdk/src/${file}`, find, replace }],
  run: { file: `sdk/src/${path}`, title },
  says: literal(title),
  ...(build ? { build } : {}),
})
