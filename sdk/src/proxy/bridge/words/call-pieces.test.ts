import { expect, test } from 'vitest'
import { SessionUpdate as OldUpdate } from '../../../schema/v1-unstable/shapes.gen.js'
import { SessionUpdate as NewUpdate } from '../../../schema/v2-unstable/shapes.gen.js'
import { cross } from './crossing.fixture.js'
import { nothingTold } from './told.js'
import { toNewUpdate, toOldUpdate } from './updates.js'

const piece = (words: string) => ({
  sessionUpdate: 'tool_call_content_chunk',
  toolCallId: 't',
  content: { type: 'content', content: { type: 'text', text: words } },
})
const made = { sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'T' }
const done = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' }

test('pieces that were held back and said together come back one by one', () => {
  const pieces = Array.from({ length: 300 }, (_, index) => piece(`${index}`.padStart(80, '.')))
  const said = [made, ...pieces, done] as never
  const there = cross(nothingTold, said, [toOldUpdate as never, OldUpdate])
  expect(there.length).toBeLessThan(100)
  expect(cross(nothingTold, there, [toNewUpdate as never, NewUpdate])).toEqual(said)
})

test('what a call showed before counts: small pieces do not have it said again each time', () => {
  const whole = { ...made, content: [piece('x'.repeat(100_000)).content] }
  const pieces = Array.from({ length: 100 }, (_, index) => piece(`${index}`))
  const there = cross(nothingTold, [whole, ...pieces, done] as never, [toOldUpdate as never, OldUpdate])
  expect(there.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
    'tool_call',
    'tool_call_update',
    'tool_call_update',
  ])
})
