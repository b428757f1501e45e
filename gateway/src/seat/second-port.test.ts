import type { Outlet } from '@parley/acp/transport'
import { expect, test } from 'vitest'
import { type Fields, fieldsOf } from '../hub/fields.js'
import { FarEnd } from './far-end.js'
import { MessageQueue } from './message-queue.js'
import { SecondPort } from './second-port.js'

const sessionId = 'one'
const CLOSED = { method: '_parley/session/agent', params: { sessionId, state: 'closed' } }
const stateOf = (state: string): Fields => {
  const update = { sessionUpdate: 'state_update', state }
  return { method: 'session/update', params: { sessionId, update } }
}

/** A port whose one session is told by hand. */
function makePort(): { readonly port: SecondPort; readonly left: string[]; readonly open: () => Outlet } {
  const left: string[] = []
  const port = new SecondPort({ id: 'x', version: 2, isAtWork: () => false, left: each => left.push(each) })
  let outlet: Outlet | undefined
  port.onListen = listening => {
    outlet = listening.outlet
    return undefined
  }
  const open = (): Outlet => {
    port.announce(sessionId)
    return outlet!
  }
  return { port, left, open }
}

function tell(outlet: Outlet, ...messages: readonly object[]): void {
  for (const message of messages) outlet.write(JSON.stringify({ jsonrpc: '2.0', ...message }))
}

async function methodsIn(port: SecondPort): Promise<readonly unknown[]> {
  await port.close()
  const methods: unknown[] = []
  for await (const { messages } of port.channel.incoming)
    methods.push(...messages.map(each => fieldsOf(each).method))
  return methods
}

test('the end of a turn that its session was closed in is not told when the session is open again', async () => {
  const { port, open } = makePort()
  tell(open(), stateOf('running'), CLOSED, stateOf('idle'))
  expect(await methodsIn(port)).not.toContain('_parley/session/turn')
})

test('nor is it where the session is no more to be heard', async () => {
  const { port, left, open } = makePort()
  const first = open()
  tell(first, stateOf('running'))
  first.close()
  await first.closed
  expect(left).toEqual([sessionId])
  tell(open(), stateOf('idle'))
  expect(await methodsIn(port)).not.toContain('_parley/session/turn')
})

test.each([
  { how: 'its agent has put it away', end: (farEnd: FarEnd) => farEnd.send(CLOSED as never, '') },
  { how: 'it is no more to be heard', end: (farEnd: FarEnd) => farEnd.letGo(sessionId) },
])("somebody else's turn is over for a client when $how", ({ end }) => {
  const sent: Fields[] = []
  const channel = {
    incoming: new MessageQueue(),
    send: (message: object) => void sent.push(fieldsOf(message)),
    close: async () => {},
  }
  const farEnd = new FarEnd(channel, { version: 1, knowsUs: true, settled: () => {} })
  const turn = { method: '_parley/session/turn', params: { sessionId, state: 'started' } }
  farEnd.send(turn as never, '')
  farEnd.send(stateOf('idle') as never, '')
  expect(sent.at(-1)).toMatchObject(stateOf('running'))
  end(farEnd)
  farEnd.send(stateOf('idle') as never, '')
  expect(sent.at(-1)).toMatchObject(stateOf('idle'))
})
