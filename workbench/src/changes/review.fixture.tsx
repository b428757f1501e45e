/** A small shop whose files an agent has changed, and a disk that remembers what is written to it. */

import { emptyThread, reduce, type Thread, type ThreadUpdate } from '@parley/acp/thread'
import { meansWith, Staged, talkWith } from '../showcase/means.fixture.js'
import type { FileWrite } from '../state/actions.js'
import type { Talk } from '../state/talk.js'
import type { View } from '../state/view.js'
import { ChangesPane } from './changes-pane.js'

export const FOLDER = '/home/ada/shop'

/** What a tool call did to a file, by whole texts; nothing where there was, or is, no file. */
export interface StagedEdit {
  readonly path: string
  readonly old: string | null
  readonly now: string
  readonly status?: string
}

const asked = {
  sessionUpdate: 'user_message_chunk',
  content: { type: 'text', text: 'Prices in cents, please' },
} as const

function editUpdates(edits: readonly StagedEdit[]): readonly object[] {
  return edits.map(({ path, old, now, status = 'completed' }, index) => ({
    ...{ sessionUpdate: 'tool_call', toolCallId: `${path} ${index}`, title: `Edit ${path}`, kind: 'edit' },
    status,
    content: [{ type: 'diff', path: `${FOLDER}/${path}`, oldText: old, newText: now }],
    locations: [{ path: `${FOLDER}/${path}`, line: 4 }],
  }))
}

/** A conversation in which these edits were made, and nothing else. */
function threadAfter(edits: readonly StagedEdit[]): Thread {
  const updates = [asked, ...editUpdates(edits)]
  return updates.reduce<Thread>((thread, update) => reduce(thread, update as ThreadUpdate), emptyThread(1))
}

declare global {
  interface Window {
    /** The files of a showcase, by path. Who changes one here is somebody else. */
    disk?: Map<string, string>
  }
}

const digestOf = (text: string): string => `${text.length} ${text}`

class Refusal extends Error {
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

function answersOf(disk: Map<string, string>) {
  return {
    readFile: async (_: string, path: string) => {
      const text = disk.get(path)
      if (text === undefined) throw new Refusal('resource_not_found', 'There is no such file.')
      return { path, text, size: text.length, isCut: false, digest: digestOf(text) }
    },
    writeFile: async (_: string, { path, text, digest }: FileWrite) => {
      const found = disk.get(path)
      const current = found === undefined ? null : digestOf(found)
      if (current !== digest) throw new Refusal('conflict', 'The file is another one.')
      if (text === null) disk.delete(path)
      else disk.set(path, text)
      return { digest: text === null ? null : digestOf(text) }
    },
  }
}

interface StagedReview {
  readonly edits: readonly StagedEdit[]
  /** In place of the one in which the edits were made. */
  readonly thread?: Thread
  /** Files that are not as the last edit left them; null where they are gone. */
  readonly disk?: Readonly<Record<string, string | null>>
  readonly talk?: Partial<Talk>
  readonly view?: Partial<View>
}

export function StagedChanges({ edits, thread = threadAfter(edits), disk = {}, talk, view }: StagedReview) {
  const files = new Map(
    edits.filter(({ status }) => status !== 'pending').map(({ path, now }) => [`${FOLDER}/${path}`, now]),
  )
  for (const [path, text] of Object.entries(disk))
    if (text === null) files.delete(`${FOLDER}/${path}`)
    else files.set(`${FOLDER}/${path}`, text)
  if (typeof window !== 'undefined') window.disk = files
  const means = meansWith({
    ...{ answers: answersOf(files), talk: talkWith({ thread, ...talk }) },
    view: { pane: 'changes', ...view },
  })
  return (
    <Staged means={means}>
      <div style={{ blockSize: '100vh' }}>
        <ChangesPane />
      </div>
    </Staged>
  )
}

export const cartBefore = `import { Item } from './item'

export function total(items: Item[]) {
  let sum = 0
  for (const item of items) {
    sum += item.price * item.count
  }
  return sum
}

export function isEmpty(items: Item[]) {
  return items.length === 0
}

export function describe(items: Item[]) {
  return items.map(item => item.name).join(', ')
}

export function cheapest(items: Item[]) {
  return items.reduce((one, other) => (one.price < other.price ? one : other))
}

export function find(items: Item[], name: string) {
  return items.find(item => item.name === name)
}
`

export const cartAfter = cartBefore
  .replace('export function total(items: Item[]) {', 'export function total(items: readonly Item[]): Cents {')
  .replace(
    "import { Item } from './item'",
    "import type { Cents } from './cents'\nimport type { Item } from './item'",
  )
  .replace('    sum += item.price * item.count\n', '    sum += item.cents * item.count\n')
  .replace('(one.price < other.price ? one : other)', '(one.cents < other.cents ? one : other)')
  .replace(
    '  return items.find(item => item.name === name)\n',
    '  const wanted = name.trim().toLowerCase()\n  return items.find(item => item.name.toLowerCase() === wanted)\n',
  )
