/** A broken twin: one fault in one source file, and the one test that must notice it. */
import { type Row, vitest } from './row.js'

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

// A fault that makes a test hang need not be waited for as long as a slow machine is.
const PATIENCE = '--testTimeout=8000'

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export const toRow = ({ fault, file, find, replace, test: [path, title], build }: Twin): Row => ({
  name: `twin: ${fault}`,
  change: [{ file: `sdk/src/${file}`, find, replace }],
  run: [...vitest(`sdk/src/${path}`, literal(title)), PATIENCE],
  says: literal(title),
  ...(build ? { build } : {}),
})
