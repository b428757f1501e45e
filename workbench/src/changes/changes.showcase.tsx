/** Changes as they look: few and many, large ones, new and deleted files, conflicts, comments, and none. */

import { DiffView } from './diff-view.js'
import { cartAfter, cartBefore, StagedChanges } from './review.fixture.js'

const cart = { path: 'src/cart.ts', old: cartBefore, now: cartAfter }
const cents = {
  ...{ path: 'src/cents.ts', old: null },
  now: '/** Money, in the smallest unit there is. */\nexport type Cents = number\n',
}
const notes = { path: 'docs/notes.md', old: '# Notes\n\nPrices are in euros.\n', now: '' }
const readme = {
  ...{ path: 'README.md', old: '# Shop\n\nA shop.\n' },
  now: '# Shop\n\nA shop that counts in cents.\n',
}

const numbered = (count: number, word: string): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index}: ${'lorem ipsum '.repeat(index % 5)}\n`).join(
    '',
  )

const many = Array.from({ length: 120 }, (_, index) => ({
  path: `packages/part-${index % 9}/src/deeply/nested/folder/module-${index}.ts`,
  old: `export const value = ${index}\n`,
  now: `export const value = ${index * 2}\nexport const name = 'module ${index}'\n`,
}))

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

export const showcases = {
  several: () => <StagedChanges edits={[cart, cents, notes, readme]} disk={{ 'docs/notes.md': null }} />,
  one: () => <StagedChanges edits={[cart]} />,
  many: () => <StagedChanges edits={many} />,
  huge: () => (
    <StagedChanges
      edits={[{ path: 'data/words.txt', old: numbered(9_000, 'word'), now: numbered(9_000, 'term') }, readme]}
    />
  ),
  others: () => <StagedChanges edits={[readme]} disk={{ 'README.md': '# Shop\n\nMine.\n' }} />,
  proposed: () => (
    <StagedChanges
      edits={[{ ...readme, status: 'pending' }]}
      disk={{ 'README.md': readme.old }}
      talk={{ turn: { state: 'working' } }}
    />
  ),
  unreachable: () => (
    <StagedChanges
      edits={[cart]}
      talk={{
        abilities: {
          ...{ image: true, audio: true, embeddedContext: false, fork: false, rename: false },
          ...{ archive: false, delete: false, workspace: false },
        },
      }}
    />
  ),
  hidden: () => (
    <StagedChanges
      edits={[
        {
          path: 'src/access\u202Ets.ts',
          old: "if (level != 'user') {\n  grant()\n}\r\n",
          now: "if (level != 'user\u202E \u2066// admins only\u2069 \u2066') {\n  grant\u200B()\n}\n",
        },
      ]}
    />
  ),
  neighbours: () => (
    <StagedChanges
      edits={[{ path: 'a.txt', old: 'one\ntwo\nthree\nfour\nfive', now: 'ONE\ntwo\nTHREE\nfour\nfive\nsix' }]}
    />
  ),
  windows: () => (
    <StagedChanges
      edits={[{ path: 'a.txt', old: 'one\r\ntwo\r\nthree\r\n', now: 'one\r\n2\r\nthree\r\nfour' }]}
    />
  ),
  created: () => <StagedChanges edits={[cents]} />,
  deleted: () => <StagedChanges edits={[notes]} disk={{ 'docs/notes.md': null }} />,
  apart: () => (
    <StagedChanges
      edits={[
        {
          path: 'a.txt',
          old: lines(60),
          now: lines(60).replace('line 10\n', 'TEN\n').replace('line 50\n', 'FIFTY\n'),
        },
      ]}
    />
  ),
  viewer: () => <StagedChanges edits={[cart]} talk={{ isViewer: true }} />,
  none: () => <StagedChanges edits={[]} />,
  view: () => (
    <div style={{ padding: 16, blockSize: '100vh', overflow: 'auto' }}>
      <DiffView path="src/cart.ts" oldText={cartBefore} newText={cartAfter} layout="unified" />
    </div>
  ),
}
