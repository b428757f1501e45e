import { expect, expectTypeOf, test } from 'vitest'
import { agent } from '../agent/agent.js'
import { extensionNotification, extensionRequest, handleExtension } from '../protocol/index.js'
import { type ByHand, connected } from '../protocol/parties.fixture.js'
import type { v1, v2 } from '../schema/index.js'
import type { Retelling, TerminalNews } from '../thread/index.js'
import { memoryPair } from '../transport/index.js'
import { versions } from './agents.fixture.js'
import type { Client } from './client.js'
import { connect } from './connect.js'
import type { Session } from './session.js'
import type { BlockOf, Outcome, UpdateOf } from './speech.js'

test('the version that is offered decides what a client takes and tells', async () => {
  const [near, far] = memoryPair()
  agent({ name: 'a', version: '1', prompt: async () => 'end_turn' }).serve(near)
  const client = await connect(far)
  expectTypeOf(client).toEqualTypeOf<Client<1>>()
  expectTypeOf<UpdateOf<1>>().toEqualTypeOf<v1.SessionUpdate | TerminalNews | Retelling>()
  expectTypeOf<v2.SessionUpdate>().toExtend<UpdateOf<2>>()
  expectTypeOf<v1.SessionUpdate>().toExtend<UpdateOf<2>>()
  expectTypeOf<BlockOf<1>>().toEqualTypeOf<v1.ContentBlock>()
  expectTypeOf<Outcome['stopReason']>().toEqualTypeOf<v1.StopReason>()
  expectTypeOf<Outcome<2>['stopReason']>().toEqualTypeOf<string>()
  const any: Client<1 | 2> = client
  expect(any.version).toBe(1)
  // What only other files of this room call is not part of what users see.
  expectTypeOf<Session>().not.toHaveProperty('deliver')
  expectTypeOf<Session>().not.toHaveProperty('questions')
  expectTypeOf<ReturnType<Session['prompt']>>().not.toHaveProperty('settle')
  const { outcome } = (await client.newSession({ cwd: '/work' })).prompt('go')
  expect(await outcome).toMatchObject({ stopReason: 'end_turn' })
  await client.close()
})

const double = extensionRequest<{ number: number }, { doubled: number }>('_test/double', {
  readParams: value => {
    if (typeof (value as { number?: unknown }).number === 'number') return value as { number: number }
    throw new Error('expected a number')
  },
  readResult: value => value as { doubled: number },
})

const wave = extensionNotification<object>('_test/wave', { readParams: value => value as object })

for (const version of versions)
  test(`version ${version}: methods outside the protocol are answered by the host and called by the client`, async () => {
    const waved: unknown[] = []
    const extensions = [
      handleExtension(double, ({ number }) => ({ doubled: number * 2 })),
      handleExtension(wave, params => void waved.push(params)),
    ]
    const { far, client } = await connected({ extensions }, { version })
    expect((await far.ask('_test/double', { number: 4 })).result).toEqual({ doubled: 8 })
    expect((await far.ask('_test/double', {})).error).toMatchObject({ code: -32602 })
    expect((await far.ask('_test/triple', {})).error).toMatchObject({ code: -32601 })
    far.notify('_test/wave', { hand: 'left' })
    const called = client.call(double, { number: 21 })
    const { id } = await (far as ByHand).nextOf('_test/double')
    far.answer(id, { doubled: 42 })
    expect(await called).toEqual({ doubled: 42 })
    expect(waved).toEqual([{ hand: 'left' }])
    await client.close()
  })
