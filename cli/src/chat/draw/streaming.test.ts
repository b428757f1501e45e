import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import { type Line, textOfLine, widthOfLine } from '../screen/line.js'
import { drawMarkdown } from './markdown.js'
import { advance, NOTHING_DRAWN, type Progress } from './streaming.js'

const shown = (lines: readonly Line[]): readonly string[] => lines.map(textOfLine)

/** What is printed when the text comes in these pieces, each drawn as it came. */
function stream(pieces: readonly string[], columns = 80): { printed: readonly Line[]; largestRest: number } {
  const printed: Line[] = []
  let [text, largestRest] = ['', 0]
  let progress: Progress = NOTHING_DRAWN
  for (const piece of pieces) {
    text += piece
    const step = advance(text, progress, { columns, isDone: false })
    printed.push(...step.lines)
    progress = step.progress
    const rest = advance(text, progress, { columns, isDone: true })
    largestRest = Math.max(largestRest, rest.lines.length)
  }
  const end = advance(text, progress, { columns, isDone: true })
  return { printed: [...printed, ...end.lines], largestRest }
}

function cut(text: string, lengths: readonly number[]): readonly string[] {
  const pieces: string[] = []
  let at = 0
  for (let index = 0; at < text.length; index++) {
    const length = lengths[index % lengths.length] ?? 1
    pieces.push(text.slice(at, at + length))
    at += length
  }
  return pieces
}

const word = fc.constantFrom(
  'plain',
  '**bold**',
  '`code`',
  'a_b',
  '[l](http://x.y)',
  '漢字',
  '1.',
  '-',
  '#',
  '>',
  '|',
  '1)',
)
const prose = fc.array(word, { minLength: 1, maxLength: 12 }).map(words => `word ${words.join(' ')}`)
const source = fc.array(
  fc.constantFrom('const a = 1', '', '  /* open', 'close */', '# no heading', '- no list', '`', 'x = "s'),
  {
    maxLength: 90,
  },
)
const block = fc.oneof(
  prose,
  fc.tuple(prose, prose).map(([one, other]) => `${one}\n${other}`),
  fc.tuple(fc.constantFrom('#', '##', '######'), prose).map(([sign, text]) => `${sign} ${text}`),
  fc.array(prose, { minLength: 1, maxLength: 5 }).map(items => items.map(item => `- ${item}`).join('\n')),
  fc
    .array(prose, { minLength: 1, maxLength: 3 })
    .map(items => items.map(item => `- ${item}\n\n  more`).join('\n\n')),
  fc
    .array(prose, { minLength: 1, maxLength: 12 })
    .map(items => items.map((item, index) => `${index + 1}. ${item}\n   - in`).join('\n')),
  fc.tuple(prose, prose).map(([one, other]) => `> ${one}\n>\n> - ${other}`),
  fc
    .tuple(fc.constantFrom('```', '````', '~~~'), fc.constantFrom('', 'ts', 'py', 'nonsense'), source)
    .map(([sign, hint, lines]) => `${sign}${hint}\n${lines.map(line => `${line}\n`).join('')}${sign}`),
  fc
    .array(fc.constantFrom('| a | b |', '| `c` | d e f |', '| long text in a cell | x |'), { maxLength: 4 })
    .map(rows => ['| head | other |', '|---|:-:|', ...rows].join('\n')),
  fc.constant('---'),
  fc.constant('<div>\n  <b>raw</b>\n</div>'),
  fc.constant('Title\n====='),
)
const documents = fc
  .array(block, { minLength: 1, maxLength: 8 })
  .chain(blocks =>
    fc
      .tuple(fc.constantFrom('\n\n', '\n\n\n', '\r\n\r\n'), fc.constantFrom('', '\n', '\n\n'))
      .map(([between, end]) => blocks.join(between) + end),
  )

describe('markdown that grows', () => {
  test('whatever it is cut into, nothing is lost, nothing comes twice, and it looks as if drawn at once', () => {
    fc.assert(
      fc.property(
        documents,
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 }),
        (text, lengths) => {
          const { printed } = stream(cut(text, lengths))
          expect(shown(printed)).toEqual(shown(drawMarkdown(text, { columns: 80 })))
        },
      ),
      { numRuns: atLeast(75) },
    )
  })

  test('a paragraph that has been followed by another is settled, and the last one is not', () => {
    const step = advance('One.\n\nTwo', NOTHING_DRAWN, { columns: 80, isDone: false })
    expect(shown(step.lines)).toEqual([])
    const next = advance('One.\n\nTwo.\n', step.progress, { columns: 80, isDone: false })
    expect(shown(next.lines)).toEqual(['One.'])
    expect(shown(advance('One.\n\nTwo.\n', next.progress, { columns: 80, isDone: true }).lines)).toEqual([
      '',
      'Two.',
    ])
  })

  test('source of thousands of lines is printed as it comes: what may still change stays small', () => {
    const lines = Array.from({ length: 2_000 }, (_, index) => `const value${index} = "${index}"\n`)
    const { printed, largestRest } = stream(['```ts\n', ...lines, '```\n', 'After.'])
    expect(largestRest).toBeLessThan(60)
    expect(shown(printed)).toEqual(['╭─ ts', ...lines.map(line => `  ${line.trimEnd()}`), '╰─', '', 'After.'])
    expect(printed[1_500]).toContainEqual({ text: 'const', style: { role: 'keyword' } })
  })

  test('a comment of many lines is one comment, although its block is printed in parts', () => {
    const lines = Array.from({ length: 300 }, (_, index) =>
      index % 60 < 20
        ? index % 60 === 0
          ? '/* begins'
          : index % 60 === 19
            ? 'ends */'
            : 'for inside'
        : 'go()',
    )
    const { printed } = stream(['```js\n', ...lines.map(line => `${line}\n`), '```'])
    const inside = printed.filter(line => textOfLine(line).includes('inside'))
    expect(inside.length).toBe(90)
    for (const line of inside) expect(line).toContainEqual({ text: 'for inside', style: { role: 'comment' } })
  })

  test('a list that is very long is printed in parts, and looks like one', () => {
    const items = Array.from({ length: 1_200 }, (_, index) => `${index + 1000}. an item of the list\n`)
    const { printed, largestRest } = stream(items)
    expect(shown(printed)).toEqual(items.map(item => item.trimEnd()))
    expect(largestRest).toBeLessThan(600)
  })

  test('a table that is very long keeps its columns', () => {
    const rows = Array.from({ length: 900 }, (_, index) => `| row ${index + 1_000} | value |\n`)
    const expected = [
      'name     │ other',
      '─────────┼──────',
      ...rows.map((_, index) => `row ${index + 1_000} │ value`),
    ]
    const table = ['| name | other |\n', '|---|---|\n', ...rows]
    const lines = (pieces: readonly string[]): readonly string[] =>
      shown(stream(pieces).printed).map(line => line.replace(/─+$/, '──────'))
    expect(lines([...table, '\n', 'After.\n', '\nEnd.'])).toEqual([...expected, '', 'After.', '', 'End.'])
    expect(lines([table.join('')])).toEqual(expected)
    expect(lines(cut(table.join(''), [61, 7]))).toEqual(expected)
    expect(lines([table.join(''), '- a list'])).toEqual([...expected, '', '• a list'])
  })

  test('a piece costs the same at the end of a megabyte as at its beginning', () => {
    const paragraph = 'Some words **that** are said, one after `another`, in a row.\n\n'
    let text = paragraph.repeat(16_000)
    let progress = advance(text, NOTHING_DRAWN, { columns: 80, isDone: false }).progress
    const start = performance.now()
    for (let index = 0; index < 200; index++) {
      text += 'more words '
      progress = advance(text, progress, { columns: 80, isDone: false }).progress
      advance(text, progress, { columns: 80, isDone: true })
    }
    expect((performance.now() - start) / 200).toBeLessThan(5)
  })

  test('every word of the strangest text is there once, however long it is and however it is cut', () => {
    const signs = fc.constantFrom(
      ' ',
      ' ',
      '\n',
      '\n\n',
      '\n- ',
      '\n1. ',
      '\n> ',
      '\n```\n',
      '\n    ',
      ' **',
      '* ',
      ' `',
      '` ',
      '\n# ',
      '\n---\n',
      ' [',
      '] ',
      '\r\n',
      '\t',
      '\n\n  - ',
      '\n~~~\n',
      '<b>',
      '\n===\n',
    )
    fc.assert(
      fc.property(
        fc.array(signs, { minLength: 5, maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 5 }),
        (pattern, lengths) => {
          const words = Array.from({ length: 3_000 }, (_, index) => `w${index}w`)
          const text = words.map((word, index) => word + pattern[index % pattern.length]).join('')
          const printed = shown(
            stream(
              cut(
                text,
                lengths.map(length => length + 200),
              ),
              100,
            ).printed,
          ).join('\n')
          // A word may be broken at the end of a line.
          const found: readonly string[] = printed.replace(/\n[ │•↪]*/g, '').match(/w\d+w/g) ?? []
          expect(found).toEqual(words)
        },
      ),
      { numRuns: atLeast(8) },
    )
  })

  test('no line is too wide, however narrow the screen', () => {
    fc.assert(
      fc.property(documents, fc.integer({ min: 12, max: 60 }), (text, columns) => {
        for (const line of drawMarkdown(text, { columns }))
          expect(widthOfLine(line)).toBeLessThanOrEqual(columns)
      }),
      { numRuns: atLeast(60) },
    )
  })
})
