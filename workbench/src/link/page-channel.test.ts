import type { Channel } from '@parley/acp/jsonrpc'
import { memoryPair } from '@parley/acp/transport'
import { expect, test } from 'vitest'
import { PageChannel } from './page-channel.js'

type Fields = Readonly<Record<string, unknown>>

/** A channel of the page, and the far end of it. */
function pair() {
  const [near, far] = memoryPair()
  const watched: unknown[] = []
  const channel = new PageChannel(near, (to, message) => watched.push([to, message]))
  const send = (end: Channel, fields: Fields) => {
    const message = { jsonrpc: '2.0', ...fields }
    return end.send(message as never, JSON.stringify(message))
  }
  const reading = channel.incoming
  /** The first so many messages. */
  const hear = async (count: number): Promise<readonly unknown[]> => {
    const heard: unknown[] = []
    while (heard.length < count) heard.push(...((await reading.next()).value?.messages ?? []))
    return heard
  }
  return {
    channel,
    near,
    watched,
    hear,
    say: (message: Fields) => send(channel, message),
    tell: (message: Fields) => send(far, message),
  }
}

test('answers to requests by hand are seen on the wire, and by nobody else', async () => {
  const { channel, watched, hear, tell } = pair()
  void channel.sendByHand({ jsonrpc: '2.0', id: 'mine', method: 'x' })
  tell({ id: 'mine', result: 1 })
  tell({ method: 'later' })
  expect(await hear(1)).toEqual([{ jsonrpc: '2.0', method: 'later' }])
  expect(watched).toContainEqual(['client', { jsonrpc: '2.0', id: 'mine', result: 1 }])
})

test('a number that the page will give to a request of its own is not for anybody else', () => {
  const { channel, say } = pair()
  say({ id: 4, method: 'x' })
  expect(() => channel.sendByHand({ id: 5, method: 'y' })).toThrow('counts its requests')
  expect(() => channel.sendByHand({ id: 4, method: 'y' })).toThrow('not answered yet')
  expect(() => channel.sendByHand({ id: 3, method: 'y' })).not.toThrow()
  expect(() => channel.sendByHand({ method: 'y' })).not.toThrow()
})

test('a question that is told twice is asked once, and one that was answered elsewhere is taken back', async () => {
  const { hear, tell } = pair()
  const question = { id: 'e.1', method: 'session/request_permission', params: { options: [] } }
  tell(question)
  tell(question)
  tell({ method: '_parley/session/answered', params: { sessionId: '1', requestId: 'e.1', how: 'answered' } })
  const heard = (await hear(3)).map(each => Object(each).method)
  expect(heard).toEqual(['session/request_permission', '$/cancel_request', '_parley/session/answered'])
})

test('the gateway is told that its words are known, and to leave sessions where they work, in a message as the schema has it', () => {
  const { watched, say } = pair()
  say({ id: 0, method: 'initialize', params: { protocolVersion: 1, _meta: { a: 1 } } })
  say({ id: 1, method: 'session/load', params: { sessionId: 's', cwd: '/', mcpServers: [] } })
  say({ id: 2, method: 'session/load', params: { sessionId: 's', cwd: '/shop', mcpServers: [] } })
  say({
    id: 3,
    method: 'session/resume',
    params: { sessionId: 's', cwd: '/shop', mcpServers: [], _meta: { a: 1 } },
  })
  expect(watched.map(each => Object(each)[1].params)).toEqual([
    { protocolVersion: 1, _meta: { a: 1, 'parley.dev/session': {} } },
    { sessionId: 's', cwd: '/', mcpServers: [], _meta: { 'parley.dev/keep': true } },
    { sessionId: 's', cwd: '/shop', mcpServers: [], _meta: { 'parley.dev/keep': true } },
    { sessionId: 's', cwd: '/shop', mcpServers: [], _meta: { a: 1, 'parley.dev/keep': true } },
  ])
})
