import { expect, test } from 'vitest'
import { EventCutter } from './event-cutter.js'

const cut = (text: string, size = text.length): readonly string[] => {
  const bytes = Buffer.from(text)
  const cutter = new EventCutter()
  const events: string[] = []
  for (let at = 0; at < bytes.length; at += size)
    events.push(...cutter.push(bytes.subarray(at, at + size)).map(data => Buffer.from(data).toString('utf8')))
  return events
}

test.each([
  ['data: one\n\ndata:two\n\n', ['one', 'two']],
  ['\ufeffdata: marked\n\n', ['marked']],
  ['id: 7\nevent: message\ndata: named\nretry: 5\n\n', ['named']],
  ['data: one\r\n\r\n: nothing\r\n\r\ndata: 🐎\r\n\r\n', ['one', '🐎']],
  ['data: {"a":\ndata: 1}\n\n', ['{"a":\n1}']],
  ['data: not whole\n', []],
])('the data of events is found, wherever they are cut: %j', (text, events) => {
  for (const size of [1, 2, 3, 1_000]) expect(cut(text, size)).toEqual(events)
})
