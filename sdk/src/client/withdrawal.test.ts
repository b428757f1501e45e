import { expect, test } from 'vitest'
import { agent } from '../agent/index.js'
import { calm, gate } from '../jsonrpc/far-end.fixture.js'
import { memoryPair } from '../transport/index.js'
import { connect } from './connect.js'

test('version 2: a prompt that waits at the agent is called off alone, and those around it are carried out', async () => {
  const [near, far] = memoryPair()
  const finish = gate()
  const begun: string[] = []
  const slow = agent({
    name: 'slow',
    version: '1.0.0',
    async prompt(turn) {
      begun.push(turn.text)
      await finish.opened
    },
  })
  slow.serve(far)
  await using client = await connect(near, {}, { version: 2 })
  const session = await client.newSession({ cwd: '/work' })
  const controller = new AbortController()
  const one = session.prompt('one')
  const two = session.prompt('two', { signal: controller.signal })
  const three = session.prompt('three')
  const four = session.prompt('four')
  await calm()
  controller.abort()
  expect(await two.outcome).toEqual({ stopReason: 'cancelled' })
  await three.cancel()
  finish.open()
  expect(await one.outcome).toMatchObject({ stopReason: 'end_turn' })
  expect(await three.outcome).toEqual({ stopReason: 'cancelled' })
  expect(await four.outcome).toMatchObject({ stopReason: 'end_turn' })
  expect(begun).toEqual(['one', 'four'])
})
