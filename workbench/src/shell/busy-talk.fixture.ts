/** A conversation in which something happened, as values: whoever only needs these does not load what draws them. */

import { emptyThread, reduce, type Thread, type ThreadEvent, type ThreadUpdate } from '@parley/acp/thread'
import { talkWith } from '../showcase/means.fixture.js'
import type { PermissionQuestion } from '../state/question.js'
import type { Talk } from '../state/talk.js'

const text = (words: string) => ({ type: 'text' as const, text: words })

const HAPPENED: readonly (ThreadEvent | ThreadUpdate)[] = [
  { type: 'prompt', content: [text('Prices are a cent off now and then. Find out why, and fix it.')] },
  { sessionUpdate: 'agent_thought_chunk', content: text('Floating point, most likely. First the code.') },
  {
    sessionUpdate: 'plan',
    entries: [
      { content: 'Find where prices are computed', priority: 'high', status: 'completed' },
      { content: 'Count in whole cents', priority: 'high', status: 'in_progress' },
      { content: 'Run the tests', priority: 'medium', status: 'pending' },
    ],
  },
  {
    ...{ sessionUpdate: 'tool_call', toolCallId: '1', title: 'Read src/price.ts', kind: 'read' },
    ...{ status: 'completed', locations: [{ path: '/home/ada/shop/src/price.ts', line: 12 }] },
  },
  {
    ...{
      sessionUpdate: 'tool_call',
      toolCallId: '2',
      title: 'Edit src/price.ts',
      kind: 'edit',
      status: 'completed',
    },
    content: [
      {
        ...{ type: 'diff', path: '/home/ada/shop/src/price.ts' },
        oldText: 'export const total = (net: number) => net * 1.19\n',
        newText: 'export const total = (cents: number) => Math.round(cents * 1.19)\n',
      },
    ],
  },
  {
    sessionUpdate: 'agent_message_chunk',
    content: text(
      'Prices were multiplied as floating point numbers, so `19.99 * 1.19` lost a cent.\n\n- `total` now counts in **whole cents**\n- callers pass cents already\n\nNext I run the tests.',
    ),
  },
]

export const thread: Thread = HAPPENED.reduce(reduce, emptyThread(1))

export const question: PermissionQuestion = {
  ...{ is: 'permission', id: 'q1', askedAt: Date.now(), title: 'Run npm test', toolKind: 'execute' },
  ...{ command: 'npm test', cwd: '/home/ada/shop', changes: [], locations: [], content: [] },
  isEstablished: true,
  lines: ['Runs npm test in /home/ada/shop'],
  choices: [
    { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
    { optionId: 'never', name: 'Reject', kind: 'reject_once' },
  ],
}

export function busyTalk(parts: Partial<Talk> = {}): Talk {
  return talkWith({
    ...{ thread, title: 'Fix the rounding in prices', mode: 'code' },
    turn: { state: 'working', since: Date.now() - 14_000 },
    people: [
      { name: 'owner', role: 'admin', isSelf: true },
      { name: 'grace', role: 'viewer', isSelf: false },
    ],
    modes: [
      { id: 'ask', name: 'Ask', description: 'Answers, and changes nothing' },
      { id: 'code', name: 'Code' },
    ],
    options: [
      {
        ...{ id: 'model', name: 'Model', category: 'model', type: 'select', value: 'small' },
        choices: [
          { value: 'small', name: 'Small' },
          { value: 'large', name: 'Large' },
        ],
      },
    ],
    commands: [
      { name: 'overview', description: 'What the project is' },
      { name: 'read', description: 'Shows a file', hint: 'path' },
    ],
    ...parts,
  })
}
