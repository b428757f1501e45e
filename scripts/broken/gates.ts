/** One fault for every gate of `npm run check` and every law of the map. */
import { LAW_ROWS } from './laws.js'
import { LINT_ROWS } from './lint.js'
import { type Row, vitest } from './row.js'

const script = (name: string, ...rest: string[]): string[] => ['node', `scripts/dist/${name}.js`, ...rest]
const tool = (name: string, ...rest: string[]): string[] => [`node_modules/.bin/${name}`, ...rest]

const GONE_PLATFORM = {
  file: 'package-lock.json',
  find: '"node_modules/@biomejs/cli-win32-x64": {',
  replace: '"node_modules/@biomejs/cli-gone": {',
}

const BUILT_ROWS: readonly Row[] = [
  {
    name: 'gate: schema, a generated file changed by hand',
    change: [{ file: 'sdk/src/schema/v1/shapes.gen.ts', content: '// written by hand\n' }],
    run: script('schema', '--check'),
    says: 'shapes\\.gen\\.ts',
  },
  {
    name: 'gate: docs, a stale page',
    change: [{ file: 'docs/api/jsonrpc.md', content: '# old\n' }],
    run: script('docs', '--check'),
    says: 'docs/api/jsonrpc\\.md is stale',
  },
  {
    name: 'gate: docs, a name without a sentence',
    change: [{ file: 'sdk/dist/testing/index.d.ts', content: 'export declare const mute: number\n' }],
    run: script('docs', '--check'),
    says: "'mute' has no sentence",
  },
  {
    name: 'gate: publint, a door to nowhere',
    change: [
      { file: 'sdk/package.json', find: './dist/jsonrpc/index.d.ts', replace: './dist/jsonrpc/gone.d.ts' },
    ],
    run: tool('publint', 'run', 'sdk', '--strict'),
    says: 'gone\\.d\\.ts but the file does not exist',
  },
]

const SEED_ROWS: readonly Row[] = [
  {
    name: 'gate: seeds, an item that is not on the page',
    change: [{ file: 'docs/seeds.md', find: '| S0-8 |', replace: '| S0-80 |' }],
    run: script('seeds'),
    says: 'S0-8: is not on the page',
  },
  {
    name: 'gate: seeds, a test that is not there',
    change: [
      {
        file: 'sdk/src/agent/session-ids.test.ts',
        find: 'every session has an id of its own',
        replace: 'sessions',
      },
    ],
    run: script('seeds'),
    says: "S1-26: no test in sdk/src/agent/session-ids\\.test\\.ts begins with 'every session has",
  },
]

const TYPE_ROWS: readonly Row[] = [
  {
    name: 'gate: types, also in tests',
    change: [{ file: 'scripts/crooked.test.ts', content: "export const crooked: number = 'one'\n" }],
    run: tool('tsc', '-b'),
    says: 'crooked\\.test\\.ts.*TS2322',
  },
  {
    name: 'gate: types, a core room knows no Node',
    change: [{ file: 'sdk/src/jsonrpc/crooked.ts', content: 'export const crooked = setImmediate\n' }],
    run: tool('tsc', '-b'),
    says: 'crooked\\.ts.*TS2304',
  },
  {
    name: 'gate: types, declarations need no DOM',
    change: [
      { file: 'sdk/src/jsonrpc/crooked.ts', content: 'export type Crooked = HTMLElement\n' },
      { file: 'sdk/src/node/crooked.ts', content: "export type { Crooked } from '../jsonrpc/crooked.js'\n" },
    ],
    run: tool('tsc', '-b'),
    says: "Cannot find name 'HTMLElement'",
  },
]

export const GATE_ROWS: readonly Row[] = [
  {
    name: 'gate: format',
    change: [{ file: 'scripts/crooked.ts', content: 'export const crooked   = "1";\n' }],
    run: tool('biome', 'format'),
    says: 'crooked\\.ts format',
  },
  ...LINT_ROWS,
  ...TYPE_ROWS,
  {
    name: 'gate: map',
    change: [{ file: 'sdk/src/attic/crooked.ts', content: '/** Crooked. */\nexport const crooked = 1\n' }],
    run: script('map'),
    says: '\\[rooms\\]',
  },
  ...LAW_ROWS,
  ...BUILT_ROWS,
  ...SEED_ROWS,
  {
    name: 'gate: knip',
    change: [{ file: 'scripts/map/crooked.ts', content: '/** Crooked. */\nexport const crooked = 1\n' }],
    run: tool('knip', '--no-progress'),
    says: 'Unused files[^]*crooked\\.ts',
  },
  {
    name: 'gate: lock, a platform missing',
    change: [GONE_PLATFORM],
    run: script('lock'),
    says: 'names @biomejs/cli-win32-x64, which is not in the lock',
  },
  {
    name: 'gate: lock, an address',
    change: [
      {
        file: 'package-lock.json',
        find: '"resolved": "sdk"',
        replace: '"resolved": "git+ssh://host/sdk.git"',
      },
    ],
    run: script('lock'),
    says: 'has a resolved address',
  },
  {
    name: 'runner: check counts a failed gate',
    change: [GONE_PLATFORM],
    run: script('check', 'lock'),
    says: '0 passed, 1 failed',
  },
  {
    name: 'runner: vitest runs the tests beside the scripts',
    change: [
      {
        file: 'scripts/crooked.test.ts',
        content: "import { expect, test } from 'vitest'\ntest('crooked', () => expect(1).toBe(2))\n",
      },
    ],
    run: [...vitest('scripts/crooked.test.ts', 'crooked'), '--passWithNoTests'],
    says: 'expected 1 to be 2',
  },
]
