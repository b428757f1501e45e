import { expect, test } from 'vitest'
import { type Line, textOfLine } from '../screen/line.js'
import { drawTerminalOutput } from './terminal-output.js'

const draw = (output: string, most = 100, columns = 80): readonly Line[] =>
  drawTerminalOutput(output, { columns, most })
const show = (output: string, most?: number): readonly string[] => draw(output, most).map(textOfLine)

test('colours of programs stay: the sixteen, the 256, and all of them', () => {
  expect(
    draw(
      '\u001b[1;31mbad\u001b[0m ok \u001b[38;5;200mpink\u001b[39m\u001b[48;2;1;2;300mblue\u001b[m\u001b[97;104mx',
    ),
  ).toEqual([
    [
      { text: 'bad', style: { isBold: true, foreground: 1 } },
      { text: ' ok ', style: undefined },
      { text: 'pink', style: { foreground: 200 } },
      { text: 'blue', style: { background: { red: 1, green: 2, blue: 255 } } },
      { text: 'x', style: { foreground: 15, background: 12 } },
    ],
  ])
})

test('a colour goes on over lines until it is taken back', () => {
  expect(draw('\u001b[32mone\ntwo\u001b[0m\nthree')).toEqual([
    [{ text: 'one', style: { foreground: 2 } }],
    [{ text: 'two', style: { foreground: 2 } }],
    [{ text: 'three' }],
  ])
})

test('what was drawn over shows its last state', () => {
  expect(show('10%\r50%\r100% done\r\nnext')).toEqual(['100% done', 'next'])
  expect(show('long text\r\u001b[Kshort')).toEqual(['short'])
  expect(show('abc\b\bX')).toEqual(['aXc'])
  expect(show('abcdef\u001b[3G\u001b[KX')).toEqual(['abX'])
  expect(show('abc\u001b[2K')).toEqual([''])
  expect(show('a\tb')).toEqual(['a       b'])
})

test('everything else that a terminal would obey is dropped', () => {
  const lines = show(
    '\u001b]0;title\u0007a\u001b[2J\u001b[10;10Hb\u001bc\u001b]8;;http://x\u001b\\c\u0007\u009b31m\u202e',
  )
  expect(lines.join('')).not.toMatch(/[\p{Cc}\u202e]/u)
  expect(lines.join('')).toMatch(/^abc/)
})

test('the last lines are shown, and those above are counted', () => {
  const output = Array.from({ length: 100 }, (_, at) => `line ${at}\n`).join('')
  expect(show(output, 3)).toEqual(['… 98 more lines above', 'line 98', 'line 99'])
  expect(show('a\nb\nc', 3)).toEqual(['a', 'b', 'c'])
  expect(show('x'.repeat(5_000_000), 4)).toHaveLength(4)
})

test('an output of many megabytes takes bounded time', () => {
  const start = performance.now()
  draw('\u001b[31mx\r'.repeat(1_000_000), 50)
  draw('漢字\n'.repeat(1_000_000), 50)
  expect(performance.now() - start).toBeLessThan(2_000)
})
