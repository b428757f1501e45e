import { describe, expect, test } from 'vitest'
import { Crossing, type Deed } from './crossing.fixture.js'
import { toChunks } from './messages.js'

const text = { type: 'text', text: 'some words' }
const message = { type: 'message', role: 'agent', content: [text] }
const named = { ...message, messageId: 'm' }

const tell = (crossing: Crossing, from: 'ours' | 'theirs', params: unknown): readonly Deed[] =>
  crossing.take({ kind: 'notification', from, method: 'session/update', params })
const paramsOf = ([deed]: readonly Deed[]): unknown => (deed?.kind === 'tell' ? deed.params : undefined)

describe('a message of one block', () => {
  test.each([
    ['with a name', { sessionId: 's', update: named }],
    ['without a name', { sessionId: 's', update: message }],
    ['under a name that is none', { sessionId: 's', update: { ...message, messageId: null } }],
    ['in an envelope that says more', { sessionId: 's', more: 1, update: named }],
    ['in an envelope without a session', { more: 1, update: named }],
    ['of something that is no block', { sessionId: 's', update: { ...named, content: [7] } }],
    [
      'with a note beside its block',
      { sessionId: 's', update: { ...named, content: [{ ...text, annotations: { priority: 'high' } }] } },
    ],
  ])('becomes what the long way makes of it, %s', (_, params) => {
    expect(paramsOf(tell(new Crossing(), 'theirs', params))).toEqual(toChunks(params, 'd3-1')[0])
  })

  test('leaves what is remembered as it is, where it has a name', () => {
    const crossing = new Crossing()
    const before = crossing.memory
    tell(crossing, 'theirs', { sessionId: 's', update: named })
    expect(crossing.memory).toBe(before)
  })
})

test('a chunk of ours that lacks its content says the rest', () => {
  const update = { sessionUpdate: 'agent_message_chunk', messageId: 'm', more: 1 }
  expect(paramsOf(tell(new Crossing(), 'ours', { sessionId: 's', update }))).toMatchObject({
    sessionId: 's',
    update: { type: 'message', messageId: 'm', more: 1 },
  })
})
