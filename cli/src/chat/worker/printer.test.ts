import { reduce } from '@parley/acp/thread'
import { describe, expect, test } from 'vitest'
import { asks, asText, ends, RUNNING, says, type Told, threadOf } from '../draw/talk.fixture.js'
import { aModel, openTalk } from '../model/model.fixture.js'
import type { Model } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { Printer } from './printer.js'

const talking = (over: Partial<Talk>): Model => aModel({ talks: [openTalk(over)] })
const printed = (printer: Printer, model: Model): readonly string[] => asText(printer.frame(model).settled)
const turns = (count: number): readonly Told[] =>
  Array.from({ length: count }, (_, at) => [asks(`ask ${at}`), says(`answer ${at}`), ends('end_turn')]).flat()

describe('a conversation that is taken up', () => {
  test('is shown from near its end, and says so', () => {
    const printer = new Printer()
    printed(printer, talking({ stage: { is: 'starting' } }))
    const thread = threadOf(turns(1_000))
    const lines = printed(printer, talking({ thread, retold: thread.slots.length }))
    expect(lines[0]).toMatch(/^… \d+ before this: PgUp/)
    expect(lines.at(-1)).toBe('answer 999')
    expect(lines.length).toBeLessThan(200)
    expect(printed(printer, talking({ thread, retold: thread.slots.length }))).toEqual([])
  })

  test('is shown whole where it is short', () => {
    const printer = new Printer()
    printed(printer, talking({ stage: { is: 'starting' } }))
    const thread = threadOf(turns(2))
    const lines = printed(printer, talking({ thread, retold: thread.slots.length }))
    expect(lines).toEqual(['› ask 0', '', 'answer 0', '', '› ask 1', '', 'answer 1'])
  })

  test('misses nothing of what is new, however much of that came before the first picture', () => {
    const printer = new Printer()
    printed(printer, talking({ stage: { is: 'starting' } }))
    const before = threadOf(turns(1_000))
    const after = [asks('now'), says('word\n\n'.repeat(300))].reduce(reduce, before)
    const lines = printed(printer, talking({ thread: after, retold: before.slots.length, ...RUNNING }))
    expect(lines.slice(1, 4)).toEqual(['› now', '', 'word'])
  })
})

test('much that is said at once is printed in pictures of bounded size, every word of it once', () => {
  const printer = new Printer()
  const words = Array.from({ length: 5_000 }, (_, at) => `word ${at}`)
  const whole = threadOf([asks('all'), says(words.join('\n\n')), ...turns(2_000), ends('end_turn')])
  const model = talking({ thread: whole })
  printed(printer, talking({ thread: threadOf([]) }))
  const lines: string[] = []
  do {
    const some = printed(printer, model)
    expect(some.length).toBeLessThan(3_000)
    lines.push(...some)
  } while (printer.hasMore)
  expect(lines.filter(line => line.startsWith('word'))).toEqual(words)
  expect(lines.filter(line => line.startsWith('answer'))).toHaveLength(2_000)
})

test('turning back to a conversation prints a line that names it and what is new there, nothing twice', () => {
  const printer = new Printer()
  const one = openTalk({ key: 'one', thread: threadOf(turns(2)) })
  const two = openTalk({ key: 'two', thread: threadOf(turns(1)) })
  const at = (active: string, first = one): readonly string[] =>
    printed(printer, aModel({ talks: [first, two], active })).filter(line => line !== '')
  expect(at('one').at(-1)).toBe('answer 1')
  expect(at('two').slice(1)).toEqual(['› ask 0', 'answer 0'])
  expect(at('one')).toEqual([expect.stringMatching(/^── scout in .* ─+$/)])
  at('two')
  const more = openTalk({
    key: 'one',
    thread: [asks('more'), says('news'), ends('end_turn')].reduce(reduce, one.thread),
  })
  expect(at('one', more).slice(1)).toEqual(['› more', 'news'])
})
