/** What the user of a client there gets to see of a question: all that the tool call says, whatever notes lie beside it. */

import { describe, expect, test } from 'vitest'
import { Crossing } from './crossing.fixture.js'

const PERMISSION = 'session/request_permission'
const d3 = (notes: object) => ({ 'parley.dev/d3': notes })
const described = (words: string) => [{ type: 'content', content: { type: 'text', text: words } }]

const toolCall = {
  toolCallId: 't',
  title: 'Run',
  kind: 'execute',
  content: described('tidies up'),
  locations: [{ path: '/p/a.txt' }, { path: '/home/u/.bashrc' }],
  rawInput: { command: 'rm -rf ~/' },
}

const shown = (question: object) =>
  new Crossing().asked('ours', PERMISSION, { sessionId: 's', options: [], toolCall, ...question })

test('the command and every place stand beside what the agent says of them', () => {
  expect(shown({})).toMatchObject({
    title: 'Run',
    description: 'tidies up\n/p/a.txt\n/home/u/.bashrc\n{"command":"rm -rf ~/"}',
  })
})

test('what has been said is not said again', () => {
  const content = [{ type: 'diff', path: '/p/a.txt', newText: 'b' }]
  expect(shown({ toolCall: { ...toolCall, content, rawInput: null } })).toMatchObject({
    description: '/p/a.txt\n+ b\n\n/home/u/.bashrc',
  })
})

test('a place whose name is a part of another one is shown', () => {
  const locations = [{ path: '/p/a.txt' }, { path: '/p/a' }]
  expect(shown({ toolCall: { ...toolCall, content: [], locations, rawInput: null } })).toMatchObject({
    description: '/p/a.txt\n/p/a',
  })
})

describe('notes of the agent', () => {
  test('do not hide what its tool call says', () => {
    const notes = { title: 'Look around', description: 'Reads README.md', $made: 't' }
    expect(shown({ _meta: d3(notes) })).toMatchObject({
      title: 'Look around',
      description: 'Reads README.md\nRun\ntidies up\n/p/a.txt\n/home/u/.bashrc\n{"command":"rm -rf ~/"}',
      toolCall: { toolCallId: 't', rawInput: toolCall.rawInput },
    })
  })

  test('do not hide anything of a tool call that is almost one that was made up', () => {
    const made = { toolCallId: 't', title: 'Look', status: 'pending', content: described('around') }
    const notes = { title: 'Look', description: 'around', $made: 't' }
    const _meta = d3(notes)
    expect(shown({ toolCall: made, _meta })).not.toHaveProperty('toolCall')
    for (const other of [
      { rawInput: toolCall.rawInput },
      { title: 'Run' },
      { content: described('rm') },
      { status: 'failed' },
    ])
      expect(shown({ toolCall: { ...made, ...other }, _meta })).toHaveProperty('toolCall')
  })
})
