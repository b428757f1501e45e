import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { viewDiff } from './diff-view.js'
import { boundLines, toAmount, toDuration } from './lines.js'
import { Output, whenTaken } from './output.js'
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

test('of a change as much is shown as is wished, and all of it where nobody says how much', () => {
  const text = 'x\n'.repeat(500)
  const { lines, added } = viewDiff({ oldText: null, newText: text }, plain, 120)
  expect(added).toBe(500)
  expect(lines).toHaveLength(120)
  expect(lines.at(-1)).toBe('… 381 more lines')
  expect(viewDiff({ oldText: null, newText: text }, plain).lines).toHaveLength(500)
  const huge = viewDiff({ oldText: '', newText: 'x'.repeat(3_000_000) }, plain)
  expect([huge.added, huge.lines[0]?.length]).toEqual([1, 3_000_004])
  const noise = (seed: number) => Array.from({ length: 9_000 }, (_, index) => `${seed} ${index}`).join('\n')
  const other = viewDiff({ oldText: noise(1), newText: noise(2) }, plain)
  expect({ added: other.added, removed: other.removed }).toEqual({ added: 9_000, removed: 9_000 })
  expect([other.lines[0], other.lines.at(-1)]).toEqual(['   1 − 1 0', '9000 + 2 8999'])
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
  expect(shown.join('')).toBe('… hm\n\none two\n- block\n\nthree\n')
})

const seen = (styled: string): string => JOINTS.reduce((text, joint) => text.replaceAll(joint, ''), styled)

test.each([
  ['# Head\nplain # no', '<1>Head</1>\nplain # no\n'],
  [
    'a **bold** and `code`, 2 ** 3 ** 4, a * b, `open',
    'a <1>bold</1> and <36>code</36>, 2 ** 3 ** 4, a * b, `open\n',
  ],
  ['x\n```js\n# code\n\n  `a`\n```\nend', 'x\n    <36># code</36>\n\n    <36>  `a`</36>\nend\n'],
  ['| a | bcd |\n|--|:-:|\n| long | x |\nend', '| a    | bcd |\n| ---- | --- |\n| long | x   |\nend\n'],
  ['| `a|b` | c |\n', '| `a|b` | c |\n'],
  ['an unfinished **bold', 'an unfinished **bold\n'],
  ['####### no\n#no', '####### no\n#no\n'],
])('markdown is styled however it is cut into pieces: %j', (text, expected) => {
  const tagged = expected
    .replaceAll(/<\/(\d+)>/g, (_, on) => `\u001b[${on === '36' ? 39 : 22}m`)
    .replaceAll(/<(\d+)>/g, '\u001b[$1m')
  const whole = new Prose(palette(true), true)
  expect(whole.say('answer', text) + whole.close()).toBe(tagged)
  const pieces = new Prose(palette(true), true)
  const shown = [...text].map(character => pieces.say('answer', character)).join('') + pieces.close()
  expect(seen(shown)).toBe(seen(tagged))
  const plain = new Prose(palette(false), false)
  expect(plain.say('answer', text) + plain.close()).toBe(text.replace(/\n?$/, '\n'))
})

test('without colours every line of a thought is marked, however it is cut into pieces', () => {
  const prose = new Prose(plain, false)
  const shown = ['one', '\ntwo\n', 'three'].map(piece => prose.say('thought', piece))
  expect(shown.join('') + prose.close()).toBe('… one\n… two\n… three\n')
})

/** A stream that takes its time, and has room for more than is written. */
function slowStream(): { stream: NodeJS.WriteStream; taken: string[] } {
  const taken: string[] = []
  const stream = new Writable({
    highWaterMark: 1_000_000,
    write(chunk, _encoding, done) {
      setTimeout(() => {
        taken.push(String(chunk))
        done()
      }, 20)
    },
  })
  return { stream: stream as unknown as NodeJS.WriteStream, taken }
}

test('who waits for what was written is told also where there was room for more', async () => {
  const { stream, taken } = slowStream()
  stream.write('one')
  stream.write('two')
  await whenTaken(stream)
  expect(taken.join('')).toBe('onetwo')
  const output = new Output(stream, () => {})
  void output.write('three')
  await output.flush(1_000)
  expect(taken.join('')).toBe('onetwothree')
  expect(stream.destroyed).toBe(false)
})

test('what comes while something else is on the screen waits, and what came before does not', async () => {
  const { stream, taken } = slowStream()
  const output = new Output(stream, () => {})
  void output.write('before ')
  output.pause()
  const room = output.write('after ')
  output.push()
  expect(room).toBeInstanceOf(Promise)
  await whenTaken(stream)
  expect(taken.join('')).toBe('before ')
  output.resume()
  await room
  await whenTaken(stream)
  expect(taken.join('')).toBe('before after ')
})

test('small amounts are rounded to what says something, and nothing is nothing', () => {
  expect([0, -1, 0.000368, 0.25, 0.1, 1, 12.345].map(toAmount)).toEqual([
    ...[undefined, undefined, '0.00037', '0.25', '0.1', '1.00'],
    '12.35',
  ])
})

test('what is too much is counted', () => {
  expect(boundLines(['a', 'b', 'c'], 3)).toEqual(['a', 'b', 'c'])
  expect(boundLines(['a', 'b', 'c', 'd'], 3)).toEqual(['a', 'b', '… 2 more lines'])
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
