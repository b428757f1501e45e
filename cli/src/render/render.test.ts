import { expect, test } from 'vitest'
import { viewDiff } from './diff-view.js'
import { boundLines, lastLines, toDuration } from './lines.js'
import { palette, wantsColour } from './palette.js'
import { Prose } from './prose.js'

const plain = palette(false)
/** Where a style ends and begins again. */
const JOINTS = ['22', '39'].flatMap(end => ['1', '2', '36'].map(begin => `\u001b[${end}m\u001b[${begin}m`))

test('a change has signs, numbers and a little of what stands around it', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`)
  const newText = lines.with(9, 'ten').join('\n')
  const { lines: shown, added, removed } = viewDiff({ oldText: lines.join('\n'), newText }, plain)
  expect({ added, removed }).toEqual({ added: 1, removed: 1 })
  expect(shown).toEqual([
    ' 7   line 7',
    ' 8   line 8',
    ' 9   line 9',
    '10 − line 10',
    '10 + ten',
    '11   line 11',
    '12   line 12',
    '13   line 13',
  ])
})

test('a large change is cut, and says by how much; a huge one is not compared', () => {
  const text = 'x\n'.repeat(500)
  const { lines, added } = viewDiff({ oldText: null, newText: text }, plain)
  expect(added).toBe(500)
  expect(lines).toHaveLength(120)
  expect(lines.at(-1)).toBe('… 381 more lines')
  expect(viewDiff({ oldText: '', newText: 'x'.repeat(3_000_000) }, plain).lines).toEqual([
    '(too large to compare)',
  ])
  const noise = (seed: number) => Array.from({ length: 9_000 }, (_, index) => `${seed} ${index}`).join('\n')
  expect(viewDiff({ oldText: noise(1), newText: noise(2) }, plain).lines).toEqual([
    '(too different to compare)',
  ])
})

test('text in pieces and lines between them are kept apart', () => {
  const prose = new Prose(plain, false)
  const shown = [
    prose.say('thought', 'hm'),
    prose.say('answer', 'one '),
    prose.say('answer', 'two'),
    prose.block(['- block']),
    prose.say('answer', 'three\n'),
    prose.close(),
  ]
  expect(shown.join('')).toBe('hm\n\none two\n- block\n\nthree\n')
})

test('headings and fences are styled however they are cut into pieces', () => {
  const text = '# Head\nplain # no\n```js\n# code\n```\nend'
  const whole = new Prose(palette(true), true)
  const expected = whole.say('answer', text) + whole.close()
  expect(expected).toBe(
    '\u001b[1m# Head\u001b[22m\nplain # no\n\u001b[2m```js\u001b[22m\n\u001b[36m# code\u001b[39m\n\u001b[2m```\u001b[22m\nend\n',
  )
  const pieces = new Prose(palette(true), true)
  const shown = [...text].map(character => pieces.say('answer', character)).join('') + pieces.close()
  const seen = (styled: string): string => JOINTS.reduce((text, joint) => text.replaceAll(joint, ''), styled)
  expect(seen(shown)).toBe(seen(expected))
})

test('what is too much is counted', () => {
  expect(boundLines(['a', 'b', 'c'], 3)).toEqual(['a', 'b', 'c'])
  expect(boundLines(['a', 'b', 'c', 'd'], 3)).toEqual(['a', 'b', '… 2 more lines'])
  expect(lastLines(['a', 'b', 'c', 'd'], 3)).toEqual(['… 2 lines before', 'c', 'd'])
})

test('durations are told in words that fit them', () => {
  expect([3, 1_500, 61_000].map(toDuration)).toEqual(['3 ms', '1.5 s', '1 min 1 s'])
})

test('colours come by the stream, and by those who demand or refuse them', () => {
  expect(wantsColour({ isTTY: true }, {})).toBe(true)
  expect(wantsColour({ isTTY: false }, {})).toBe(false)
  expect(wantsColour({ isTTY: true }, { TERM: 'dumb' })).toBe(false)
  expect(wantsColour({ isTTY: false }, { FORCE_COLOR: '1' })).toBe(true)
  expect(wantsColour({ isTTY: true }, { FORCE_COLOR: '0' })).toBe(false)
  expect(wantsColour({ isTTY: true }, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false)
})
