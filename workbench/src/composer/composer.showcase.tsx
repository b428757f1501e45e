/** The composer in every state, at the bottom of a page as it stands in the workbench. */

import type { ReactNode } from 'react'
import { meansWith, Staged, talkWith, threadOf } from '../showcase/means.fixture.js'
import type { Talk } from '../state/talk.js'
import { ComposerPane } from './composer-pane.js'

const FILES = ['src/cart.ts', 'src/cart.test.ts', 'src/checkout/card.ts', 'docs/card payments.md']
const modes = [
  { id: 'ask', name: 'Ask first', description: 'Asks before it changes anything' },
  { id: 'code', name: 'Code', description: 'Edits files without asking' },
  { id: 'plan', name: 'Plan' },
]
const choices = Array.from({ length: 18 }, (_, index) => ({
  value: `model-${index}`,
  name: `Model ${index + 1}`,
  description: index % 3 === 0 ? 'Large, slow, careful' : undefined,
  group: index < 6 ? 'Recommended' : 'All',
}))
const few = ['low', 'medium', 'high'].map(value => ({
  value,
  name: value[0]?.toUpperCase() + value.slice(1),
}))
const options = [
  { id: 'model', name: 'Model', category: 'model', type: 'select', value: 'model-3', choices },
  { id: 'effort', name: 'Effort', category: 'thought_level', type: 'select', value: 'medium', choices: few },
  { id: 'web', name: 'Web search', type: 'boolean', value: true, choices: [] },
]
const offline = [
  { ...options[0], value: 'none', choices: [{ value: 'none', name: 'None' }] },
  { id: 'autoApprove', name: 'Prefer checked questions', type: 'boolean', value: false, choices: [] },
] as Talk['options']
const commands = [
  { name: 'review', description: 'Look through all changes and comment on them', hint: 'what to look for' },
  { name: 'test', description: 'Run the tests' },
  { name: 'tour', description: 'Show everything that the protocol has' },
  { name: 'plan', description: 'Make a plan before anything is done' },
]
const usage = { used: 84_200, size: 200_000, cost: { amount: 0.42, currency: 'USD' } }
const queue = [
  { id: 'a', text: 'Then run the tests again and tell me which of them are slow', blocks: [] },
  { id: 'b', text: 'Write a changelog entry', blocks: [{ type: 'text', text: '' } as const] },
  { id: 'c', text: 'Commit it', blocks: [] },
]
const thread = threadOf([
  { type: 'prompt', content: [{ type: 'text', text: 'Fix the cart' }] },
  { type: 'prompt', content: [{ type: 'text', text: 'Add a discount' }] },
])

function Standing({ talk, children }: { readonly talk: Partial<Talk>; readonly children?: ReactNode }) {
  const full = talkWith({ modes, mode: 'ask', options, commands, usage, thread, ...talk })
  const found = (query: string) => FILES.filter(path => path.includes(query))
  const answers = {
    findFiles: async (_: string, query: string) => found(query),
    readFile: async (_: string, path: string) => ({
      path,
      text: `text of ${path}`,
      size: 20,
      isCut: false,
      digest: '1',
    }),
  }
  return (
    <Staged means={meansWith({ talk: full, answers })}>
      <div style={{ display: 'flex', flexDirection: 'column', blockSize: '100%' }}>
        <div style={{ flex: 1 }}>{children}</div>
        <ComposerPane />
      </div>
    </Staged>
  )
}

const none = { image: false, audio: false, embeddedContext: false }

export const showcases = {
  idle: () => <Standing talk={{}} />,
  'no-model': () => <Standing talk={{ modes: modes.slice(0, 2), options: offline, usage: undefined }} />,
  bare: () => <Standing talk={{ modes: [], options: [], commands: [], usage: undefined }} />,
  working: () => <Standing talk={{ turn: { state: 'working' } }} />,
  stopping: () => <Standing talk={{ turn: { state: 'cancelling' } }} />,
  queue: () => <Standing talk={{ turn: { state: 'working' }, queue }} />,
  held: () => <Standing talk={{ queue, isQueueHeld: true }} />,
  full: () => <Standing talk={{ usage: { ...usage, used: 181_000 } }} />,
  viewer: () => <Standing talk={{ isViewer: true }} />,
  offline: () => <Standing talk={{ phase: 'offline' }} />,
  failed: () => <Standing talk={{ phase: 'failed' }} />,
  poor: () => <Standing talk={{ abilities: { ...talkWith().abilities, ...none } }} />,
}
