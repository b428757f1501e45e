import { createOnlooker, type Entry, type Onlooker } from '@parley/acp/inspect'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Input } from '../../chat/screen/input.js'
import { textOfLine, widthOfLine } from '../../chat/screen/line.js'
import { atLeast } from '../../runs.fixture.js'
import { draw, rowsWithin } from './draw.js'
import { rowKeys } from './keys.js'
import { newTimeline, rowAt, type Step, selectedRow, shownCount, type Timeline } from './model.js'
import { toLength, toMoment, toSize } from './quantities.js'
import { talk, wrongs } from './talk.fixture.js'
import { toTree } from './tree.js'
import { update } from './update.js'

const ENTRIES: readonly Entry[] = [...talk(4, 20), ...wrongs()]
let onlooker: Onlooker
beforeAll(async () => {
  onlooker = await createOnlooker()
  for (const entry of ENTRIES) onlooker.see(entry)
})

const NAMED = [
  'enter',
  'escape',
  'up',
  'down',
  'left',
  'right',
  'home',
  'end',
  'page-up',
  'page-down',
  'backspace',
  'f1',
] as const

const toInput = (word: string): Input => {
  const name = NAMED.find(each => each === word)
  const text = name === undefined ? (word === 'space' ? ' ' : word) : ''
  return {
    type: 'key',
    key: { name: name ?? 'character', text, isControl: false, isAlt: false, isShift: false },
  }
}

const press = (timeline: Timeline, ...words: readonly string[]): Step =>
  words.reduce<Step>((step, word) => update(step.timeline, { is: 'input', input: toInput(word) }), {
    timeline,
    effects: [],
  })

const full = (height = 10): Timeline => {
  const timeline = update(newTimeline('t', onlooker), { is: 'rows', count: onlooker.rows.length }).timeline
  return update(timeline, { is: 'height', rows: height }).timeline
}

test('whatever is pressed, the cursor stands on a row that can be seen, and the picture fits', () => {
  const word = fc.constantFrom(...Object.keys(rowKeys), ...NAMED, 'k', 'i', 'd', ':', 'x', 's', '-', 'ž')
  const event = fc.oneof(
    { weight: 8, arbitrary: word.map(each => ({ is: 'input', input: toInput(each) }) as const) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 60 }).map(rows => ({ is: 'height', rows }) as const) },
    { weight: 1, arbitrary: fc.constant({ is: 'ended' } as const) },
  )
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 40 }),
      fc.integer({ min: 20, max: 130 }),
      fc.integer({ min: 3, max: 50 }),
      (events, columns, rows) => {
        let timeline = newTimeline('t', onlooker)
        let count = 0
        for (const each of events) {
          count = Math.min(onlooker.rows.length, count + 9)
          timeline = update(timeline, { is: 'rows', count }).timeline
          const step = update(timeline, each)
          timeline = step.timeline
          for (const effect of step.effects)
            if (effect.do === 'read') {
              const entry = ENTRIES[onlooker.rows[effect.row]?.entry ?? -1]
              timeline = update(timeline, { is: 'entry', row: effect.row, entry }).timeline
            }
          const shown = shownCount(timeline)
          expect(timeline.cursor).toBeGreaterThanOrEqual(0)
          expect(timeline.cursor).toBeLessThan(Math.max(1, shown))
          expect(timeline.top).toBeLessThanOrEqual(timeline.cursor)
          expect(timeline.cursor - timeline.top).toBeLessThan(Math.max(1, timeline.height))
        }
        timeline = update(timeline, { is: 'height', rows: rowsWithin({ columns, rows }, timeline) }).timeline
        const { lines } = draw(timeline, { columns, rows })
        expect(lines.length).toBe(rows)
        for (const line of lines) expect(widthOfLine(line)).toBeLessThanOrEqual(columns)
      },
    ),
    { numRuns: atLeast(150) },
  )
})

test('what is shown is what the filter, the session and the tool call demand, also as rows come', () => {
  let timeline = newTimeline('t', onlooker, 'kind:stderr')
  for (let count = 0; count <= onlooker.rows.length; count += 7)
    timeline = update(timeline, { is: 'rows', count }).timeline
  timeline = update(timeline, { is: 'rows', count: onlooker.rows.length }).timeline
  expect(shownCount(timeline)).toBe(4)
  const all = full()
  const onCall = press(all, '/', ...'tool_call', 'enter', 'g', 't').timeline
  expect(shownCount(onCall)).toBeGreaterThan(0)
  for (let place = 0; place < shownCount(onCall); place++)
    expect(rowAt(onCall, place)?.toolCall).toBe('call-0')
})

test('at the end it stays at the end; elsewhere rows that come do not move it', () => {
  const half = update(newTimeline('t', onlooker), { is: 'rows', count: 30 }).timeline
  expect(half.cursor).toBe(29)
  expect(update(half, { is: 'rows', count: 60 }).timeline.cursor).toBe(59)
  const back = press(half, 'up').timeline
  expect(update(back, { is: 'rows', count: 60 }).timeline.cursor).toBe(28)
  const again = press(back, 'G').timeline
  expect(update(again, { is: 'rows', count: 60 }).timeline.cursor).toBe(59)
})

test('from a request to its answer and back; what is not shown is shown for it', () => {
  const onPrompt = press(full(), '/', ...'kind:request', 'enter', 'G').timeline
  const prompt = selectedRow(onPrompt)
  expect(prompt).toMatchObject({ kind: 'request', method: 'session/prompt' })
  const { timeline } = press(onPrompt, 'p')
  expect(selectedRow(timeline)).toMatchObject({
    kind: 'result',
    method: 'session/prompt',
    asked: prompt?.number,
  })
  expect(timeline.notice).toBe('The filter was taken away.')
  expect(selectedRow(press(timeline, 'p').timeline)?.number).toBe(prompt?.number)
})

test('a held message is let go from its row', () => {
  const held = {
    ...full(),
    watched: {
      ...onlooker,
      rows: [{ ...onlooker.rows[0], kind: 'event', label: 'injected: held as h7: x' }],
    },
  }
  const timeline = { ...held, count: 1, cursor: 0 } as unknown as Timeline
  expect(press(timeline, 'r').effects).toEqual([{ do: 'release', id: 'h7' }])
  expect(press(full(), 'g', 'r').effects).toEqual([])
})

test('a tree is folded, bounded and clean, and knows the path of every line', () => {
  const value = {
    'a/b': { list: [1, 'two', null], deep: { one: { two: { three: 1 } } } },
    evil: '\u001b[31m\u202e',
  }
  const lines = toTree(value, new Set())
  expect(lines.find(({ text }) => text === '1')).toMatchObject({ path: '/a~1b/list/0' })
  expect(lines.find(({ kind }) => kind === 'folded')).toMatchObject({
    path: '/a~1b/deep/one/two',
    text: '{ … 1 }',
  })
  expect(toTree(value, new Set(['/a~1b/deep/one/two'])).some(({ kind }) => kind === 'folded')).toBe(false)
  expect(toTree(value, new Set([''])).map(({ text }) => text)).toEqual(['{ … 2 }'])
  expect(lines.filter(({ text }) => text.includes('\u001b') || text.includes('\u202e'))).toEqual([])
  const crowd = toTree(
    Array.from({ length: 100_000 }, () => [[]]),
    new Set(['']),
  )
  expect(crowd.length).toBeLessThanOrEqual(5_001)
  expect(toTree('x'.repeat(1e6), new Set())[0]?.text.length).toBeLessThan(1_000)
})

test('the verdict is a sign and not only a colour', () => {
  const { lines } = draw(full(10), { columns: 100, rows: 12 })
  const text = lines.map(textOfLine).join('\n')
  expect(text).toMatch(/✗$/m)
  expect(text).toMatch(/▲$/m)
})

test('times and sizes take few columns', () => {
  expect([0, 12_345, 187_120, 3_723_000].map(toMoment)).toEqual(['0.000', '12.345', '3:07.120', '1:02:03'])
  expect([0.42, 12.4, 1_250, 125_000].map(toLength)).toEqual(['0.4ms', '12ms', '1.25s', '2m05s'])
  expect([7, 4_200, 64_000, 64_000_000].map(toSize)).toEqual(['7B', '4.2K', '64K', '64M'])
})
