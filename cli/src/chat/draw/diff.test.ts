import { expect, test } from 'vitest'
import { textOfLine, widthOfLine } from '../screen/line.js'
import { drawComparison, drawDiff } from './diff.js'
import { readPatch } from './patch-reader.js'

const show = (
  oldText: string | undefined,
  newText: string | undefined,
  { columns = 80, most = 100 } = {},
): readonly string[] => drawDiff({ path: 'a.ts', oldText, newText }, { columns, most }).lines.map(textOfLine)

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('')

const before = numbered(1, 30)
const after = before
  .replace('line 4\n', 'line four\n')
  .replace('line 20\n', '')
  .replace('line 25\n', 'line 25\nnew\n')

test('below 120 columns, what is gone stands above what came, with signs, numbers and three lines around', () => {
  expect(show(before, after)).toEqual([
    ' 1   line 1',
    ' 2   line 2',
    ' 3   line 3',
    ' 4 − line 4',
    ' 4 + line four',
    ' 5   line 5',
    ' 6   line 6',
    ' 7   line 7',
    '   ⋯',
    '17   line 17',
    '18   line 18',
    '19   line 19',
    '20 − line 20',
    '20   line 21',
    '21   line 22',
    '22   line 23',
    '23   line 24',
    '24   line 25',
    '25 + new',
    '26   line 26',
    '27   line 27',
    '28   line 28',
  ])
})

test('from 120 columns on, before and after stand side by side', () => {
  const blank = (text: string): string => text.padEnd(78)
  expect(show('a\nb\nc\n', 'a\nbee\nsee\nd\n', { columns: 160 })).toEqual([
    `${blank('1   a')} │ 1   a`,
    `${blank('2 − b')} │ 2 + bee`,
    `${blank('3 − c')} │ 3 + see`,
    `${blank('')} │ 4 + d`,
  ])
})

test('a file that comes or goes as a whole has nothing beside it, however wide the screen', () => {
  expect(show('', 'a\nb\n', { columns: 160 })).toEqual(['1 + a', '2 + b'])
  expect(show('a\n', '', { columns: 160 })).toEqual(['1 − a'])
})

test('words that differ in two lines of which one became the other have a role of their own', () => {
  const { lines } = drawDiff(
    { path: 'a', oldText: 'const a = old(1)\n', newText: 'const a = new_one(1)\n' },
    { columns: 80, most: 10 },
  )
  expect(lines[0]).toContainEqual({ text: 'old', style: { role: 'removedWord' } })
  expect(lines[1]).toContainEqual({ text: 'new_one', style: { role: 'addedWord' } })
  expect(lines[1]).toContainEqual({ text: 'const a = ', style: { role: 'added' } })
  const other = drawDiff({ path: 'a', oldText: 'abc\n', newText: 'xyz\n' }, { columns: 80, most: 10 })
  expect(other.lines[0]).toContainEqual({ text: 'abc', style: { role: 'removed' } })
})

test('a new file is all plus, a deleted one is told in words, and so is one that did not change', () => {
  expect(show(undefined, 'a\nb\n')).toEqual(['1 + a', '2 + b'])
  expect(show(numbered(1, 40), undefined)).toEqual(['deleted, 40 lines'])
  expect(show('a', 'a')).toEqual(['nothing changed'])
  expect(show(undefined, '')).toEqual(['new and empty'])
  expect(show('a\0', 'b')).toEqual(['not text'])
  expect(drawDiff({ path: 'a', oldText: numbered(1, 40) }, { columns: 80, most: 5 }).removed).toBe(40)
})

test('a new file of any length is shown, and so is one that was emptied', () => {
  const long = numbered(1, 10_000)
  const made = drawDiff({ path: 'a', newText: long }, { columns: 80, most: 3 })
  expect(made.lines.map(textOfLine)).toEqual(['    1 + line 1', '    2 + line 2', '… 9998 more lines'])
  expect([made.added, made.removed]).toEqual([10_000, 0])
  expect(show('a\nb', '')).toEqual(['1 − a', '2 − b', '    (no line end at the end of the file)'])
})

test('a line end that is missing, or that became another, can be seen', () => {
  expect(show('a\nb', 'a\nb\n')).toEqual([
    '1   a',
    '2 − b',
    '    (no line end at the end of the file)',
    '2 + b',
  ])
  // Agents often show only the piece that they change.
  expect(show('red', 'blue')).toEqual(['1 − red', '1 + blue'])
  expect(show('red\nsky', 'blue\nsky')).toEqual(['1 − red', '1 + blue', '2   sky'])
  expect(show('a\r\nb\r\n', 'a\nb\r\n')).toEqual(['1 − a␍', '1 + a', '2   b'])
  expect(show('a\r\nb\r\n', 'x\r\nb\r\n')).toEqual(['1 − a', '1 + x', '2   b'])
})

test('no more lines than were asked for, and what is left out is counted', () => {
  const drawing = drawDiff(
    { path: 'a', oldText: undefined, newText: numbered(1, 40) },
    { columns: 80, most: 4, hint: ', Ctrl+E' },
  )
  expect(drawing.lines.map(textOfLine)).toEqual([
    ' 1 + line 1',
    ' 2 + line 2',
    ' 3 + line 3',
    '… 37 more lines, Ctrl+E',
  ])
  expect([drawing.added, drawing.removed]).toEqual([40, 0])
  expect(show(undefined, 'a\nb\n', { most: 2 })).toEqual(['1 + a', '2 + b'])
})

test('the same change is drawn in the same way, however busy the machine is', () => {
  const rewritten = (count: number): readonly string[] =>
    show(numbered(1, count), numbered(1, count).replaceAll('line', 'row'), { most: 3 })
  expect(rewritten(400)).toHaveLength(3)
  const start = performance.now()
  expect(rewritten(3_000)).toEqual(['too different to compare: 3000 lines before, 3000 lines after'])
  // A tenth of it where nobody else is at work.
  expect(performance.now() - start).toBeLessThan(1_000)
})

test('what is too large or too different is told in words, soon', () => {
  const start = performance.now()
  expect(show('a\n'.repeat(1_500_000), 'b')).toEqual(['too large to compare'])
  const [one, other] = ['a', 'b'].map(sign =>
    Array.from({ length: 20_000 }, (_, at) => `${sign}${at}\n`).join(''),
  )
  expect(show(one, other)).toEqual(['too different to compare: 20000 lines before, 20000 lines after'])
  expect(performance.now() - start).toBeLessThan(3_000)
})

test('hostile text is clean, and no line is too wide', () => {
  for (const columns of [30, 80, 120, 161]) {
    const { lines } = drawDiff(
      {
        path: 'a',
        oldText: '\u001b[31mred\tand more\n',
        newText: `${'漢'.repeat(3000)}\u0007\n\u202etext\n`,
      },
      { columns, most: 200 },
    )
    for (const line of lines) {
      expect(widthOfLine(line)).toBeLessThanOrEqual(columns)
      expect(textOfLine(line)).not.toMatch(/[\p{Cc}\u202e]/u)
    }
  }
})

test('a patch is read file by file, and lines that look like heads are lines', () => {
  const files = readPatch(
    [
      'diff --git a/one.sql b/one.sql',
      '--- a/one.sql',
      '+++ b/one.sql',
      '@@ -1,2 +1,2 @@',
      '--- a comment',
      '+++ another',
      ' same',
      '--- a/two',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-gone',
      '\\ No newline at end of file',
    ].join('\n'),
  )
  expect(files.map(({ path, added, removed }) => [path, added, removed])).toEqual([
    ['one.sql', 1, 1],
    ['two', 0, 1],
  ])
  const shown = files.flatMap(file => drawComparison(file, { columns: 80, most: 9 }).lines.map(textOfLine))
  expect(shown).toEqual([
    '1 − -- a comment',
    '1 + ++ another',
    '2   same',
    '1 − gone',
    '    (no line end at the end of the file)',
  ])
})
