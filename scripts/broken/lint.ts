/** One fault for every lint rule that is part of the house style: a rule switched off by accident is noticed. */
import type { Row } from './row.js'

const RUN = ['node_modules/.bin/biome', 'check', '--formatter-enabled=false', '--error-on-warnings']

const lintRow = (rule: string, content: string, file = 'sdk/src/jsonrpc/crooked.ts'): Row => ({
  name: `gate: lint, ${rule}`,
  change: [{ file, content: `/** Crooked. */\n${content}\n` }],
  run: RUN,
  says: `crooked[^]*${rule}`,
})

const manyLines = Array.from({ length: 41 }, (_, line) => `  out.push(${line})`).join('\n')
const manyBranches = Array.from(
  { length: 21 },
  (_, line) => `  if (of === ${line}) return 'is ${line}'`,
).join('\n')

const CYCLE: Row = {
  name: 'gate: lint, noImportCycles',
  change: [
    {
      file: 'scripts/crooked.ts',
      content: "import { two } from './crooked-too.js'\n\nexport const one = () => two\n",
    },
    {
      file: 'scripts/crooked-too.ts',
      content: "import { one } from './crooked.js'\n\nexport const two = () => one\n",
    },
  ],
  run: RUN,
  says: 'crooked[^]*noImportCycles',
}

export const LINT_ROWS: readonly Row[] = [
  lintRow('noEnum', 'export enum Crooked {\n  One = 1,\n}'),
  lintRow('noNamespace', 'export namespace Crooked {\n  export const one = 1\n}'),
  lintRow('noExplicitAny', 'export const crooked = (one: any): unknown => one'),
  lintRow('noNonNullAssertion', 'export const crooked = (one?: string): string => one!'),
  lintRow('noDefaultExport', 'export default 1'),
  lintRow('useImportType', "import { Row } from './row.js'\nexport const crooked = (one: Row): Row => one"),
  lintRow('noReExportAll', "export * from './message.js'"),
  lintRow('useMaxParams', 'export const crooked = (a: 1, b: 1, c: 1, d: 1): unknown => [a, b, c, d]'),
  lintRow('noUnusedVariables', 'const crooked = 1'),
  lintRow('useThrowOnlyError', "export const crooked = (): never => {\n  throw 'one'\n}"),
  CYCLE,
  lintRow('noFloatingPromises', 'const one = async (): Promise<number> => 1\none()'),
  lintRow(
    'noFocusedTests',
    "import { test } from 'vitest'\ntest.only('one', () => {})",
    'scripts/crooked.test.ts',
  ),
  lintRow('useFilenamingConvention', 'export const one = 1', 'scripts/crookedName.ts'),
  lintRow(
    'noExcessiveLinesPerFunction',
    `export const crooked = (out: number[]): void => {\n${manyLines}\n}`,
  ),
  lintRow(
    'noExcessiveCognitiveComplexity',
    `export const crooked = (of: number): string => {\n${manyBranches}\n  return ''\n}`,
  ),
]
