/** Changes as they look: few and many, large ones, new and deleted files, conflicts, comments, and none. */

import { emptyThread, reduce } from '@parley/acp/thread'
import { createTwoFilesPatch } from 'diff'
import { commentDrafts, looseEnds } from './desk.js'
import { DiffView } from './diff-view.js'
import { cartAfter, cartBefore, StagedChanges } from './review.fixture.js'
import { emptyReview, type LineComment } from './review.js'
import { reviewStore } from './review-store.js'

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

const patch = createTwoFilesPatch(
  '/home/ada/shop/src/cart.ts',
  '/home/ada/shop/src/basket.ts',
  cartBefore,
  cartAfter,
)

/** A file that was moved, in the words of version 2. */
const renamed = reduce(emptyThread(2), {
  ...{ sessionUpdate: 'tool_call_update', toolCallId: '1', title: 'Rename the cart', status: 'completed' },
  content: [
    {
      ...{ type: 'diff', patch: { format: 'git_patch', text: patch } },
      changes: [
        { operation: 'move', oldPath: '/home/ada/shop/src/cart.ts', path: '/home/ada/shop/src/basket.ts' },
      ],
    },
  ],
})

/** Where comments stand: on a line, on one that moved, on one that is gone, and one that is being written. */
function Commented() {
  const on = (line: number, words: string, text: string): LineComment => ({
    ...{
      id: `${line}`,
      path: '/home/ada/shop/src/cart.ts',
      side: 'now',
      line,
      snippet: { line: words },
      text,
    },
  })
  const comments = [
    on(7, '    sum += item.cents * item.count', 'Round here, not in the view.\nSee the note in docs.'),
    on(40, '  return sum * 1.2', 'Taxes belong elsewhere.'),
  ]
  const draft = on(4, '', 'Is this ')
  reviewStore.setState({ reviews: new Map([['scout/1', { ...emptyReview, comments }]]) })
  commentDrafts.put('scout/1', draft)
  return <StagedChanges edits={[cart]} />
}

function Conflict() {
  const message = 'The file was changed meanwhile. Nothing was written. Reload it to see what it is now.'
  looseEnds.setState({
    problems: new Map([['scout/1', [{ is: 'conflict', path: '/home/ada/shop/src/cart.ts', message }]]]),
  })
  return <StagedChanges edits={[cart]} />
}

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
  renamed: () => <StagedChanges thread={renamed} edits={[]} disk={{ 'src/basket.ts': cartAfter }} />,
  commented: () => <Commented />,
  conflict: () => <Conflict />,
  none: () => <StagedChanges edits={[]} />,
  view: () => (
    <div style={{ padding: 16, blockSize: '100vh', overflow: 'auto' }}>
      <DiffView path="src/cart.ts" oldText={cartBefore} newText={cartAfter} layout="unified" />
    </div>
  ),
}
