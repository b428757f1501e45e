/** At least one fault for every law of the map, and one for each half of a law that has two. */
import type { Row } from './row.js'

const RUN = ['node', 'scripts/dist/map.js']
const HEAD = '/** Crooked. */\n'

interface Fault {
  readonly law: string
  readonly about?: string
  readonly file: string
  readonly code: string
  /** Text that is no source file, or whose opening is the fault, comes without the usual head. */
  readonly headless?: true
}

const toRow = ({ law, about, file, code, headless }: Fault): Row => ({
  name: `law: ${law}${about ? `, ${about}` : ''}`,
  change: [{ file, content: headless ? code : `${HEAD}${code}\n` }],
  run: RUN,
  says: `${file.replace(/[.]/g, '\\.')}:\\d+ +\\[${law}\\]`,
})

const room = (name: string): string => `sdk/src/${name}/crooked.ts`
const product = 'examples/src/crooked.ts'

const BOUNDARIES: readonly Fault[] = [
  { law: 'storeys', file: 'gateway/src/hub/crooked.ts', code: "export { Seat } from '../seat/seat.js'" },
  {
    law: 'floors',
    about: 'up',
    file: room('jsonrpc'),
    code: "import type { Peer } from '../protocol/index.js'",
  },
  { law: 'floors', about: 'sideways', file: room('agent'), code: "export { one } from '../client/one.js'" },
  {
    law: 'floors',
    about: 'narrow',
    file: room('transport'),
    code: "import { one } from '../protocol/peer.js'",
  },
  {
    law: 'floors',
    about: 'types only',
    file: room('thread'),
    code: "import { one } from '../schema/index.js'",
  },
  {
    law: 'floors',
    about: 'the lowest',
    file: room('text'),
    code: "import { one } from '../jsonrpc/index.js'",
  },
  {
    law: 'floors',
    about: 'types only beside values',
    file: room('guard'),
    code: "import { two } from '../text/index.js'\nimport { one } from '../schema/index.js'",
  },
  { law: 'floors', about: 'own door', file: room('protocol'), code: "import { one } from './index.js'" },
  {
    law: 'floors',
    about: 'dynamic',
    file: room('schema'),
    code: "export const one = import('../node/index.js')",
  },
  {
    law: 'floors',
    about: 'a type query',
    file: room('schema'),
    code: "type One = import('../node/index.js').One",
  },
  { law: 'floors', about: 'a package', file: room('transport'), code: "import { WebSocket } from 'ws'" },
  {
    law: 'floors',
    about: 'itself by name',
    file: room('node'),
    code: "import { one } from '@parley/acp/agent'",
  },
  {
    law: 'doors',
    about: 'a way round',
    file: product,
    code: "import { one } from '../../sdk/src/agent/one.js'",
  },
  { law: 'doors', about: 'a window', file: product, code: "import { one } from '@parley/acp/agent/one.js'" },
  { law: 'rooms', about: 'a room', file: room('attic'), code: 'export const one = 1' },
  { law: 'rooms', about: 'a folder', file: 'attic/crooked.ts', code: 'export const one = 1' },
  { law: 'rooms', about: 'no room', file: 'sdk/src/crooked.ts', code: 'export const one = 1' },
]

const WORDS: readonly Fault[] = [
  { law: 'jsonrpc-words', about: 'a name', file: room('jsonrpc'), code: 'export const sessionId = 1' },
  {
    law: 'jsonrpc-words',
    about: 'a string',
    file: room('jsonrpc'),
    code: "export const one = 'an ACP word'",
  },
  { law: 'thread-pure', about: 'await', file: room('thread'), code: 'await 1' },
  { law: 'thread-pure', about: 'Promise', file: room('thread'), code: 'export type One = Promise<void>' },
  { law: 'thread-pure', about: 'Date.now', file: room('thread'), code: 'export const one = Date.now()' },
  {
    law: 'thread-pure',
    about: 'Math.random',
    file: room('thread'),
    code: 'export const one = Math.random()',
  },
  { law: 'transport-methods', file: room('transport'), code: "export const one = 'session/prompt'" },
  { law: 'node-words', about: 'node:', file: room('testing'), code: "import { one } from 'node:fs'" },
  { law: 'node-words', about: 'process', file: room('client'), code: 'export const one = process.cwd()' },
  { law: 'node-words', about: 'Buffer', file: room('transport'), code: 'export const one = Buffer.alloc(1)' },
  { law: 'error-codes', about: 'the library', file: room('agent'), code: 'export const one = -32_601' },
  { law: 'error-codes', about: 'a product', file: product, code: 'export const one = -32000' },
  { law: 'console', file: room('node'), code: "export const one = () => console.log('one')" },
]

const SYNTAX: readonly Fault[] = [
  {
    law: 'versions',
    about: 'compared',
    file: room('agent'),
    code: 'export const one = (peer: { protocolVersion: number }) => peer.protocolVersion >= 2',
  },
  {
    law: 'versions',
    about: 'switched on',
    file: room('client'),
    code: 'export const one = (version: number) => {\n  switch (version) {\n    default:\n      return 1\n  }\n}',
  },
  {
    law: 'using',
    file: room('agent'),
    code: 'export const one = (it: Disposable) => {\n  using two = it\n}',
  },
  { law: 'as-any', file: 'scripts/crooked.test.ts', code: 'export const one = 1 as any' },
  { law: 'default-export', file: product, code: 'export default 1' },
  {
    law: 'nesting',
    file: room('store'),
    code: `export const one = (of: number[]) => {\n${'for (const two of of) '.repeat(4)}of.push(two)\n}`,
  },
]

const machinePath = ['', 'work', 'main', 'sdk'].join('/')
const address = ['"resolved"', '"https://registry.example/one.tgz"'].join(': ')

const FORM: readonly Fault[] = [
  { law: 'size', about: 'a source file', file: room('agent'), code: 'export const one = 1\n'.repeat(300) },
  {
    law: 'size',
    about: 'a fixture',
    file: 'sdk/src/agent/crooked.fixture.ts',
    code: 'export const one = 1\n'.repeat(300),
  },
  { law: 'size', about: 'the README', file: 'README.md', code: 'one\n'.repeat(151), headless: true },
  { law: 'size', about: 'ARCHITECTURE', file: 'ARCHITECTURE.md', code: 'one\n'.repeat(201), headless: true },
  { law: 'opening', about: 'none', file: room('agent'), code: 'export const one = 1\n', headless: true },
  { law: 'opening', about: 'too long', file: room('agent'), code: '// one\n'.repeat(5), headless: true },
  { law: 'names', about: 'a file', file: 'sdk/src/agent/utils.ts', code: 'export const one = 1' },
  { law: 'names', about: 'a folder', file: 'sdk/src/agent/common/one.ts', code: 'export const one = 1' },
  {
    law: 'machine-paths',
    about: 'a folder',
    file: 'docs/crooked.md',
    code: `See ${machinePath}\n`,
    headless: true,
  },
  {
    law: 'machine-paths',
    about: 'an address',
    file: 'docs/crooked.json',
    code: `{${address}}\n`,
    headless: true,
  },
]

const IDLE_EXCEPTION: Row = {
  name: 'law: exceptions',
  change: [
    {
      file: 'scripts/map/exceptions.ts',
      find: 'EXCEPTIONS: readonly Exception[] = [',
      replace: "EXCEPTIONS: readonly Exception[] = [{ law: 'size', path: 'package.json', reason: '' }, ",
    },
  ],
  run: RUN,
  says: 'package\\.json:\\d+ +\\[exceptions\\]',
  build: true,
}

export const LAW_ROWS: readonly Row[] = [
  ...[...BOUNDARIES, ...WORDS, ...SYNTAX, ...FORM].map(toRow),
  IDLE_EXCEPTION,
]
