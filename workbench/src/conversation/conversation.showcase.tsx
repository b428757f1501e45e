/** Conversations of all kinds, to be looked at and measured. */

import { reduce, type ThreadEvent, type ThreadUpdate } from '@parley/acp/thread'
import type { ReactNode } from 'react'
import { meansWith, Staged, talkWith, threadOf } from '../showcase/means.fixture.js'
import { changeTalk } from '../state/store.js'
import type { Talk } from '../state/talk.js'
import type { View } from '../state/view.js'
import { ConversationPane } from './conversation-pane.js'
import { PlanPane } from './plan-pane.js'

type Told = ThreadEvent | ThreadUpdate

const prompt = (text: string): Told => ({ type: 'prompt', content: [{ type: 'text', text }] })
const chunk = (text: string, kind = 'agent_message_chunk'): Told =>
  ({ sessionUpdate: kind, content: { type: 'text', text } }) as Told
const call = (toolCallId: string, fields: object): Told =>
  ({ sessionUpdate: 'tool_call', toolCallId, ...fields }) as Told
const plan = (statuses: readonly string[]): Told =>
  ({
    sessionUpdate: 'plan',
    entries: statuses.map((status, place) => ({
      content: ['Read the cart', 'Change the total', 'Run the tests', 'Write it down'][place],
      status,
      priority: place === 1 ? 'high' : 'medium',
    })),
  }) as Told

const OLD = `export function total(items) {\n  let sum = 0\n  for (const item of items) {\n    sum += item.price\n  }\n  return sum\n}\n`
const NEW = `export function total(items) {\n  let sum = 0\n  for (const item of items) {\n    sum += item.price * item.count\n  }\n  return Math.round(sum * 100) / 100\n}\n`
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC'

const TURN: readonly Told[] = [
  prompt('Why is the total of a cart wrong?\nPlease mend it, and show me the tests.'),
  chunk(
    '**Looking at the cart.** The total is in `src/cart.ts`; I will read it first.',
    'agent_thought_chunk',
  ),
  plan(['completed', 'in_progress', 'pending', 'pending']),
  call('1', {
    title: 'Read src/cart.ts',
    kind: 'read',
    status: 'completed',
    locations: [{ path: '/home/ada/shop/src/cart.ts', line: 12 }],
  }),
  call('2', {
    ...{
      title: 'Change how the total is made',
      kind: 'edit',
      status: 'completed',
      rawInput: { path: 'src/cart.ts' },
    },
    content: [{ type: 'diff', path: '/home/ada/shop/src/cart.ts', oldText: OLD, newText: NEW }],
    locations: [{ path: '/home/ada/shop/src/cart.ts', line: 4 }],
  }),
  {
    type: 'terminal',
    terminalId: 't',
    output:
      '\u001b[1m> shop@1.0.0 test\u001b[0m\n> node --test\n\n\u001b[32m✔\u001b[0m total counts items (0.8ms)\n\u001b[32m✔\u001b[0m total rounds once (0.2ms)\ntests 2\npass 2\n',
    exitStatus: { exitCode: 0 },
  },
  call('3', {
    title: 'npm test',
    kind: 'execute',
    status: 'in_progress',
    content: [{ type: 'terminal', terminalId: 't' }],
  }),
  call('4', {
    title: 'Fetch https://example.org/rounding',
    kind: 'fetch',
    status: 'failed',
    content: [{ type: 'content', content: { type: 'text', text: 'The host could not be reached.' } }],
  }),
  call('5', { title: 'Search for total(', kind: 'search', status: 'pending' }),
  chunk(
    'The total forgot the **count** of each item. It is now:\n\n```ts\nsum += item.price * item.count\n```\n\n- rounded once, at the end\n- covered by two tests\n\nSee [how rounding works](https://example.org/rounding).',
  ),
  {
    sessionUpdate: 'notice',
    severity: 'warning',
    title: 'The model is busy',
    description: 'Answers may be slow.',
  } as Told,
]

const ASIDES: readonly Told[] = [
  {
    type: 'prompt',
    content: [
      { type: 'text', text: 'What is in this picture, and in this file?' },
      { type: 'image', mimeType: 'image/png', data: DOT },
      { type: 'resource_link', name: 'cart.ts', uri: 'file:///home/ada/shop/src/cart.ts' },
      {
        type: 'resource',
        resource: { uri: 'file:///home/ada/shop/notes.md', text: '# Notes\n\nRound once.' },
      },
    ],
  },
  {
    sessionUpdate: 'compaction_update',
    compactionId: 'c',
    status: 'completed',
    summary: [{ type: 'text', text: 'The cart was mended.' }],
  } as Told,
  {
    sessionUpdate: 'subagent_update',
    sessionId: 's2',
    title: 'Look for other totals',
    description: 'Searches the repository.',
    state: { state: 'running' },
  } as unknown as Told,
  { sessionUpdate: '_shop/unknown', some: { thing: 1 } } as unknown as Told,
  {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zz4=' },
  },
  {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
  },
  { type: 'end', stopReason: 'max_tokens' },
]

const LATE = Date.now() - 40_000
const startedAt = new Map(Array.from({ length: 40 }, (_, place) => [place, LATE + place * 1_000]))

function Stage({ talk, view, children }: { talk?: Talk; view?: Partial<View>; children?: ReactNode }) {
  const means = meansWith({ ...(talk && { talk }), ...(view && { view }) })
  return <Staged means={means}>{children ?? <ConversationPane />}</Staged>
}

const turns = (count: number): readonly Told[] =>
  Array.from({ length: count }, (_, place): readonly Told[] => [
    prompt(`Question ${place}: what does part ${place} do?`),
    chunk(`Thinking about part ${place}, and what it needs.`, 'agent_thought_chunk'),
    call(`r${place}`, {
      title: `Read src/part-${place}.ts`,
      kind: 'read',
      status: 'completed',
      locations: [{ path: `/home/ada/shop/src/part-${place}.ts`, line: place }],
    }),
    chunk(
      `Part ${place} adds **numbers**:\n\n- first\n- second\n\n\`\`\`ts\nconst part = ${place}\n\`\`\`\n\nThat is all of it.`,
    ),
    { type: 'end', stopReason: 'end_turn' },
  ]).flat()

/** What tests drive: one more event in the conversation that is shown. */
function tell(...events: readonly Told[]): void {
  const store = window.means?.store
  if (store) changeTalk(store, 'scout/1', talk => ({ ...talk, thread: events.reduce(reduce, talk.thread) }))
}
if (typeof window !== 'undefined') Object.assign(window, { tell, chunk, prompt, call })

const make = (events: readonly Told[], parts: Partial<Talk> = {}): Talk =>
  talkWith({ thread: threadOf(events as readonly ThreadEvent[]), startedAt, ...parts })

export const showcases = {
  turn: () => <Stage talk={make(TURN, { turn: { state: 'working', since: Date.now() - 12_000 } })} />,
  thoughts: () => <Stage talk={make(TURN)} view={{ showsThoughts: true }} />,
  asides: () => (
    <Stage
      talk={make(ASIDES, {
        remarks: [
          { id: '1', tone: 'info', text: 'Grace has joined.', after: 1 },
          { id: '2', tone: 'error', text: 'The agent ended and was started again.', after: 9 },
        ],
      })}
    />
  ),
  empty: () => <Stage talk={make([])} />,
  none: () => <Stage />,
  opening: () => <Stage talk={make([], { phase: 'opening' })} />,
  offline: () => <Stage talk={make(TURN, { phase: 'offline' })} />,
  failed: () => (
    <Stage
      talk={make(TURN, {
        phase: 'failed',
        failure: {
          message: 'The agent wants you to sign in.',
          cure: 'Sign in and try again.',
          offer: 'sign-in',
        },
      })}
    />
  ),
  plan: () => (
    <Stage talk={make(TURN)}>
      <PlanPane />
    </Stage>
  ),
  long: () => <Stage talk={make(turns(2_000))} />,
  some: () => <Stage talk={make(turns(30))} />,
  growing: () => <Stage talk={make([...turns(3), prompt('Write a lot.')], { turn: { state: 'working' } })} />,
}
