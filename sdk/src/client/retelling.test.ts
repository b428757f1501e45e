import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { type Connected, newSession } from '../protocol/parties.fixture.js'
import { RETELLING } from '../thread/index.js'
import { ableAgent, chunk, end, tell, versions, wordsOf } from './agents.fixture.js'

const said = (update: { readonly sessionUpdate: string; readonly state?: unknown }): unknown =>
  wordsOf(update) ?? update.state
const about = ({ far }: Connected, word: 'reset' | 'retold'): void =>
  far.notify(`_parley/session/${word}`, { sessionId: 's1' })
const state = (both: Connected, name: string, more: object = {}): void =>
  tell(both, { sessionUpdate: 'state_update', state: name, ...more })

for (const version of versions) {
  test(`version ${version}: what nobody has heard when a session is told again is heard once`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    tell(both, chunk('one'))
    await calm(20)
    about(both, 'reset')
    tell(both, chunk('one'))
    about(both, 'retold')
    tell(both, chunk('two'))
    await calm(20)
    const heard: unknown[] = []
    session.onUpdate(update => heard.push(said(update)))
    expect(heard).toEqual(['begins', 'one', 'ends', 'two'])
    await both.client.close()
  })

  test(`version ${version}: what nobody has read of a turn when it is told again is read once`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const turn = session.prompt('go')
    const { id } = await both.far.nextOf('session/prompt')
    tell(both, chunk('one'))
    await calm(20)
    about(both, 'reset')
    tell(both, chunk('one'))
    about(both, 'retold')
    end(both, version, { id, stopReason: 'end_turn' })
    await calm(20)
    const read: unknown[] = []
    for await (const update of turn.updates) read.push(said(update))
    expect(read.slice(0, 3)).toEqual(['begins', 'one', 'ends'])
    await both.client.close()
  })
}

test('a turn that ends while it is told again has been told when it is over', async () => {
  const both = await ableAgent(1)
  const session = await newSession(both)
  const turn = session.prompt('go')
  const { id } = await both.far.nextOf('session/prompt')
  about(both, 'reset')
  tell(both, chunk('one'))
  end(both, 1, { id, stopReason: 'end_turn' })
  const read: unknown[] = []
  for await (const update of turn.updates) read.push(said(update))
  expect(read).toEqual(['begins', 'one', 'ends'])
  await both.client.close()
})

test('version 2: a turn does not end with the end of an earlier one that is told again, but with its own', async () => {
  const both = await ableAgent(2)
  const session = await newSession(both)
  const turn = session.prompt('go')
  const { id } = await both.far.nextOf('session/prompt')
  both.far.answer(id, { messageId: 'mine' })
  state(both, 'running')
  about(both, 'reset')
  state(both, 'running')
  state(both, 'idle', { stopReason: 'refusal' })
  state(both, 'running')
  about(both, 'retold')
  await calm(20)
  expect(turn.isOver).toBe(false)
  about(both, 'reset')
  state(both, 'running')
  state(both, 'idle', { stopReason: 'end_turn' })
  about(both, 'retold')
  expect(await turn.outcome).toMatchObject({ stopReason: 'end_turn' })
  await both.client.close()
})

test.each(versions)('version %s: no update of an agent says that all is told again', async version => {
  const both = await ableAgent(version)
  const session = await newSession(both)
  const heard: unknown[] = []
  session.onUpdate(update => heard.push(said(update)))
  tell(both, { sessionUpdate: RETELLING, state: 'begins' })
  tell(both, chunk('one'))
  await calm(20)
  expect(heard).toEqual(['one'])
  await both.client.close()
})
