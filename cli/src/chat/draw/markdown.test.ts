import { describe, expect, test } from 'vitest'
import { textOfLine, widthOfLine } from '../screen/line.js'
import { drawMarkdown } from './markdown.js'

const show = (text: string, columns = 80): readonly string[] =>
  drawMarkdown(text, { columns }).map(line => textOfLine(line))

describe('markdown', () => {
  test('headings, paragraphs and emphasis become lines with one empty line between blocks', () => {
    expect(
      show(
        '# Title\nSome **bold**, *leaning*, ~~gone~~ and `code`.\nSame paragraph.\n\n\n\nNext.  \nBroken.',
      ),
    ).toEqual(['# Title', '', 'Some bold, leaning, gone and code. Same paragraph.', '', 'Next.', 'Broken.'])
    expect(drawMarkdown('a **b**', { columns: 80 })).toEqual([
      [{ text: 'a ' }, { text: 'b', style: { isBold: true } }],
    ])
  })

  test('a link shows its whole address, once', () => {
    expect(
      show('[docs](https://example.com/a?b=c) and <https://example.com> and https://example.org'),
    ).toEqual(['docs (https://example.com/a?b=c) and https://example.com and https://example.org'])
    expect(show('![a cat](cat.png) [text][ref]\n\n[ref]: https://evil.example')).toEqual([
      '[image: a cat](cat.png) [text][ref]',
      '',
      '[ref]: https://evil.example',
    ])
  })

  test('lists keep their numbers, their nesting and their boxes', () => {
    expect(show('9. nine\n10. ten\n    - inner\n      more\n\n- [x] done\n- [ ] open')).toEqual([
      ' 9. nine',
      '10. ten',
      '    • inner more',
      '',
      '• [x] done',
      '• [ ] open',
    ])
    expect(show('- one\n\n  two\n- three')).toEqual(['• one', '', '  two', '', '• three'])
  })

  test('quotes, rules and raw HTML stay what they are', () => {
    expect(show('> quoted\n> > twice\n\n---\n\n<b onclick="x">hi</b>', 20)).toEqual([
      '│ quoted',
      '│ ',
      '│ │ twice',
      '',
      '────────────────────',
      '',
      '<b',
      'onclick="x">hi</b>',
    ])
  })

  test('source stands in a frame without sides and is highlighted', () => {
    const lines = drawMarkdown('```ts\nconst a = "<b>&"\n\n\tgo()\n```', { columns: 80 })
    expect(lines.map(textOfLine)).toEqual(['╭─ ts', '  const a = "<b>&"', '', '      go()', '╰─'])
    expect(lines[1]).toContainEqual({ text: 'const', style: { role: 'keyword' } })
    expect(lines[1]).toContainEqual({ text: '"<b>&"', style: { role: 'string' } })
  })

  test('a line of source that is too long goes on below, with all of its blanks', () => {
    expect(show('```\n│  a           │  b\n```', 12)).toEqual(['╭─', '  │  a', '↪      │  b', '╰─'])
  })

  test('a table is as wide as it needs to be', () => {
    expect(show('| a | bb |\n|---|---:|\n| one | 2 |\n| `x` | 100 |')).toEqual([
      'a   │  bb',
      '────┼────',
      'one │   2',
      'x   │ 100',
    ])
  })

  test('a table that is too wide wraps in its cells, and one with too many columns stands in rows', () => {
    expect(
      show('| name | what it is for |\n|---|---|\n| first | a long text that will not fit here |', 30),
    ).toEqual([
      'name  │ what it is for',
      '──────┼───────────────────────',
      'first │ a long text that will',
      '      │ not fit here',
    ])
    expect(
      show('| a column | b column | c column |\n|---|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |', 20),
    ).toEqual(['a column: 1', 'b column: 2', 'c column: 3', '', 'a column: 4', 'b column: 5', 'c column: 6'])
  })

  test('nothing that a terminal would obey is left, whatever it is hidden in', () => {
    const hostile =
      'a\u001b]8;;http://x\u0007b `c\u001b[2J` [l](http://x/&#27;[31m "t") \u202e &#x1b;[1m\n\n```\n\u001b[31m\tx\r\n```'
    for (const line of drawMarkdown(hostile, { columns: 40 }))
      for (const { text } of line) expect(text).not.toMatch(/[\p{Cc}\u202e]/u)
  })

  test('what is nested deeper than anybody writes is shown as it was written', () => {
    expect(show(`${'>'.repeat(20)} x`)).toEqual([`${'>'.repeat(20)} x`])
  })

  const hostile: Readonly<Record<string, string>> = {
    quotes: `${'>'.repeat(10_000)} x`,
    numbers: '1. '.repeat(10_000),
    brackets: '['.repeat(100_000),
    emphasis: '_a'.repeat(50_000),
    stars: '**a '.repeat(50_000),
    'one line': 'x'.repeat(1_000_000),
    'one line of wide characters': '漢字'.repeat(100_000),
    'a wide table': `${'|a'.repeat(20_000)}|\n${'|-'.repeat(20_000)}|\n${'|b'.repeat(20_000)}|`,
    'a long table': `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(20_000)}`,
    nesting: Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
    'a fence that never ends': `\`\`\`ts\n${'const a = [b]\n'.repeat(10_000)}`,
    'empty lines': '\n'.repeat(200_000),
  }
  test.each(Object.entries(hostile))(
    '%s without end take bounded time, and no line is too wide',
    (_, text) => {
      const start = performance.now()
      const lines = drawMarkdown(text, { columns: 80 })
      expect(performance.now() - start).toBeLessThan(4_000)
      for (const line of lines) expect(widthOfLine(line)).toBeLessThanOrEqual(80)
    },
  )
})

test('a long text that grows is drawn as if it had always been there, and its beginning only once', () => {
  const piece = (at: number): string => `# Part ${at}\n\nSome *words* of ${at}.\n\n- one\n- two\n\n`
  const parts = Array.from({ length: 1_500 }, (_, at) => piece(at))
  let text = parts.slice(0, 1_460).join('')
  drawMarkdown(text, { columns: 60 })
  const start = performance.now()
  for (const part of parts.slice(1_460)) {
    text += part
    drawMarkdown(text, { columns: 60 })
  }
  const perPicture = (performance.now() - start) / 40
  const grown = drawMarkdown(text, { columns: 60 })
  // Another text in between is nobody's harm.
  drawMarkdown('other words '.repeat(1_000), { columns: 60 })
  const again = performance.now()
  expect(drawMarkdown(text, { columns: 60 })).toEqual(grown)
  expect(perPicture).toBeLessThan((performance.now() - again) / 5)
})
