/** Files as they look: the tree, a file with the line the agent is at, large, binary and missing ones. */

import { emptyThread, reduce, type Thread, type ThreadUpdate } from '@parley/acp/thread'
import { cartAfter } from '../changes/review.fixture.js'
import { meansWith, Staged, talkWith } from '../showcase/means.fixture.js'
import type { FolderEntry } from '../state/actions.js'
import type { Talk } from '../state/talk.js'
import type { View } from '../state/view.js'
import { FilesPane } from './files-pane.js'

const FOLDER = '/home/ada/shop'

const file = (name: string): FolderEntry => ({ name, kind: 'file', size: 1_200 })
const folder = (name: string): FolderEntry => ({ name, kind: 'folder' })

const FOLDERS: Readonly<Record<string, readonly FolderEntry[]>> = {
  '': [
    ...[file('package.json'), folder('src'), folder('docs'), file('README.md')],
    ...[{ ...folder('node_modules'), isIgnored: true }, { name: 'current', kind: 'link' } as const],
  ],
  '/src': [file('cart.ts'), file('item.ts'), folder('pages'), file('logo.png'), file('words.txt')],
  '/src/pages': [file('page-10.tsx'), file('page-2.tsx')],
  '/docs': [],
  '/node_modules': Array.from({ length: 3_000 }, (_, index) => folder(`package-${index}`)),
}

const words = Array.from({ length: 60_000 }, (_, index) => `word ${index + 1}`).join('\n')

const TEXTS: Readonly<Record<string, string | undefined>> = {
  ...{
    '/src/cart.ts': cartAfter,
    '/src/words.txt': words,
    '/README.md': '# Shop\u202E\n',
    '/src/logo.png': undefined,
  },
}

const answers = {
  listFolder: async (_: string, path: string) => {
    const entries = FOLDERS[path.slice(FOLDER.length)]
    if (entries === undefined) throw new Error('The folder is outside of what may be seen.')
    return { entries, isCut: path.endsWith('node_modules') }
  },
  readFile: async (_: string, path: string) => {
    const name = path.slice(FOLDER.length)
    if (!(name in TEXTS))
      throw Object.assign(new Error('There is no such file.'), { reason: 'resource_not_found' })
    const text = TEXTS[name]
    return { path, text, size: text?.length ?? 48_213, isCut: name === '/src/words.txt', digest: name }
  },
  findFiles: async (_: string, query: string) =>
    Object.keys(TEXTS)
      .filter(name => name.includes(query))
      .map(name => FOLDER + name),
}

const call = (toolCallId: string, title: string, location: object) => ({
  ...{ sessionUpdate: 'tool_call', toolCallId, title, kind: 'edit', status: 'completed' },
  locations: [location],
})

function threadAfter(updates: readonly object[]): Thread {
  return updates.reduce<Thread>((thread, update) => reduce(thread, update as ThreadUpdate), emptyThread(1))
}

const thread = threadAfter([
  call('1', 'Read README.md', { path: `${FOLDER}/README.md` }),
  call('2', 'Read the list of words', { path: `${FOLDER}/src/words.txt`, line: 30_000 }),
  {
    ...call('3', 'Count in cents', { path: `${FOLDER}/src/cart.ts`, line: 7 }),
    content: [{ type: 'diff', path: `${FOLDER}/src/cart.ts`, oldText: 'price', newText: 'cents' }],
  },
])

function StagedFiles({ view, talk }: { readonly view?: Partial<View>; readonly talk?: Partial<Talk> }) {
  const means = meansWith({ answers, talk: talkWith({ thread, ...talk }), view: { pane: 'files', ...view } })
  return (
    <Staged means={means}>
      <div style={{ blockSize: '100vh' }}>
        <FilesPane />
      </div>
    </Staged>
  )
}

const showing = (path: string, line?: number) => ({ file: { path: FOLDER + path, line } })

export const showcases = {
  tree: () => <StagedFiles />,
  following: () => <StagedFiles view={{ followsAgent: true }} />,
  file: () => <StagedFiles view={showing('/src/cart.ts', 7)} />,
  long: () => <StagedFiles view={showing('/src/words.txt', 30_000)} />,
  binary: () => <StagedFiles view={showing('/src/logo.png')} />,
  missing: () => <StagedFiles view={showing('/src/gone.ts')} />,
  unreachable: () => <StagedFiles talk={{ abilities: { ...talkWith().abilities, workspace: false } }} />,
}
