import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { newSession } from '../protocol/parties.fixture.js'
import { ableAgent, chunk, tell, wordsOf } from './agents.fixture.js'

test('what a gateway tells of its terminals stands among the updates of the agent, in order', async () => {
  const both = await ableAgent(1)
  const session = await newSession(both)
  const news = (update: object): void =>
    both.far.notify('_parley/session/update', { sessionId: 's1', update })
  const heard: unknown[] = []
  session.onUpdate(update => void heard.push(wordsOf(update) ?? update))
  const begun = { sessionUpdate: '_parley/terminal_update', terminalId: 't', command: 'ls' }
  const more = { sessionUpdate: '_parley/terminal_output_chunk', terminalId: 't', data: 'YQ==' }
  tell(both, chunk('one'))
  news(begun)
  tell(both, chunk('two'))
  news(more)
  await calm(20)
  expect(heard).toEqual(['one', begun, 'two', more])
  await both.client.close()
})

test('what a gateway says in words that nobody here knows is passed over', async () => {
  const both = await ableAgent(1)
  const session = await newSession(both)
  const heard: unknown[] = []
  session.onUpdate(update => void heard.push(wordsOf(update) ?? update))
  for (const update of [
    { sessionUpdate: 'agent_message_chunk', terminalId: 't' },
    { sessionUpdate: '_parley/terminal_update' },
    { sessionUpdate: '_parley/other', terminalId: 't' },
    null,
  ])
    both.far.notify('_parley/session/update', { sessionId: 's1', update })
  both.far.notify('_parley/session/update', null as never)
  tell(both, chunk('one'))
  await calm(20)
  expect(heard).toEqual(['one'])
  await both.client.close()
})
