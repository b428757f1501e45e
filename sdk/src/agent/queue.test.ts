import { expect, test } from 'vitest'
import { calm, gate } from '../jsonrpc/far-end.fixture.js'
import { text } from '../protocol/parties.fixture.js'
import { memoryJournal } from '../store/index.js'
import type { Turn } from './turn.js'
import { newSession, visit } from './visits.fixture.js'

const untilAborted = (turn: Turn): Promise<void> =>
  new Promise(resolve => turn.signal.addEventListener('abort', () => resolve()))

test('version 1: where prompts are queued, each waits for the one before and all are answered in order', async () => {
  for (const sessions of [undefined, memoryJournal()]) {
    const log: string[] = []
    const caller = await visit({
      sessions,
      whileBusy: 'queue',
      async prompt(turn) {
        log.push(`start ${turn.text}`)
        await calm(2)
        log.push(`end ${turn.text}`)
      },
    })
    const sessionId = await newSession(caller)
    const words = ['one', 'two', 'three', 'four']
    for (const word of words) caller.far.request(word, 'session/prompt', { sessionId, prompt: text(word) })
    for (const word of words)
      expect((await caller.far.answerTo(word)).result).toEqual({ stopReason: 'end_turn' })
    expect(log).toEqual(words.flatMap(word => [`start ${word}`, `end ${word}`]))
    await caller.served.close()
  }
})

test('version 1: a cancel ends the turn and every prompt that waits, and none of those is begun', async () => {
  const begun: string[] = []
  const caller = await visit({
    whileBusy: 'queue',
    prompt(turn) {
      begun.push(turn.text)
      return untilAborted(turn)
    },
  })
  const sessionId = await newSession(caller)
  for (const word of ['one', 'two', 'three'])
    caller.far.request(word, 'session/prompt', { sessionId, prompt: text(word) })
  await calm()
  caller.far.notify('session/cancel', { sessionId })
  for (const word of ['one', 'two', 'three'])
    expect((await caller.far.answerTo(word)).result).toEqual({ stopReason: 'cancelled' })
  expect(begun).toEqual(['one'])
  await caller.served.close()
})

test('version 1: a waiting prompt that is given up is not begun, and the others are', async () => {
  const begun: string[] = []
  const hold = gate()
  const caller = await visit({
    whileBusy: 'queue',
    async prompt(turn) {
      begun.push(turn.text)
      await hold.opened
    },
  })
  const sessionId = await newSession(caller)
  for (const word of ['one', 'two', 'three'])
    caller.far.request(word, 'session/prompt', { sessionId, prompt: text(word) })
  caller.far.notify('$/cancel_request', { requestId: 'two' })
  await calm()
  hold.open()
  expect((await caller.far.answerTo('two')).result).toEqual({ stopReason: 'cancelled' })
  expect((await caller.far.answerTo('three')).result).toEqual({ stopReason: 'end_turn' })
  expect(begun).toEqual(['one', 'three'])
  await caller.served.close()
})

for (const version of [1, 2] as const)
  test(`version ${version}: closing the agent calls off what waits, too`, async () => {
    const begun: string[] = []
    const caller = await visit(
      {
        whileBusy: 'queue',
        prompt(turn) {
          begun.push(turn.text)
          return untilAborted(turn)
        },
      },
      version,
    )
    const sessionId = await newSession(caller)
    for (const word of ['one', 'two'])
      caller.far.request(word, 'session/prompt', { sessionId, prompt: text(word) })
    await calm()
    await caller.served.close()
    await caller.far.ended
    expect(begun).toEqual(['one'])
    const two = await caller.far.answerTo('two')
    if (version === 1) expect(two.result).toEqual({ stopReason: 'cancelled' })
    else expect(two.error).toMatchObject({ code: -32800 })
  })
