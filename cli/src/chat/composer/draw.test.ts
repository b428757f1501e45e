import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import { textOfLine, widthOfLine } from '../screen/line.js'
import { drawComposer } from './draw.js'
import { rowsOf } from './rows.js'
import { Writer } from './talk.fixture.js'

/** The drawing as text, with the cursor as `█`. */
function draw(writer: Writer, columns = 40, rows = 12): string {
  const { lines, cursor } = drawComposer(writer.talk, { columns, rows, hint: 'Ask anything' })
  return lines
    .map((line, row) => {
      const text = textOfLine(line)
      return row === cursor.row ? `${text.slice(0, cursor.column)}█${text.slice(cursor.column + 1)}` : text
    })
    .join('\n')
}

test('empty, it says what can be written', () => {
  expect(draw(new Writer(), 30)).toBe(
    [
      '╭────────────────────────────╮',
      '│ › █sk anything             │',
      '╰────────────────────────────╯',
    ].join('\n'),
  )
})

test('text is wrapped between words, and the cursor stands where the next character goes', () => {
  expect(draw(new Writer().type('hello brave new world\nand more'), 22)).toBe(
    [
      '╭────────────────────╮',
      '│ › hello brave new  │',
      '│   world            │',
      '│   and more█        │',
      '╰────────────────────╯',
    ].join('\n'),
  )
})

test('behind a blank that hangs over, the cursor is where the next word will be', () => {
  expect(draw(new Writer().type('hello brave new '), 21)).toBe(
    ['╭───────────────────╮', '│ › hello brave new │', '│   █               │', '╰───────────────────╯'].join(
      '\n',
    ),
  )
})

test('of a long text the row with the cursor is shown, and how much is above and below', () => {
  const writer = new Writer().paste('1\n2\n3\n4\n5\n6\n7\n8').press('up', 'up', 'up')
  expect(draw(writer, 24, 5)).toBe(
    [
      '╭─ ↑ 3 more ───────────╮',
      '│ › 4                  │',
      '│   5█                 │',
      '│   6                  │',
      '╰─ ↓ 2 more ───────────╯',
    ].join('\n'),
  )
})

test('a shell line has another prompt', () => {
  expect(draw(new Writer().type('!ls'), 20)).toContain('│ ! ls█ ')
})

test('what could be meant is above the box, the chosen one marked by a sign', () => {
  const writer = new Writer({}, [{ name: 'plan', description: 'Makes a plan', hint: 'what' }])
    .type('/')
    .press('down')
  const lines = draw(writer, 50, 20).split('\n')
  // What a command takes gives way to what it does, and its name to nothing.
  expect(lines.slice(0, 4)).toEqual([
    '  /plan      Makes a plan',
    '› /help      Every key and command',
    '  /new <ag…  Begin a new conversation',
    '  /sessions  Take up a conversation that was reco…',
  ])
  const wide = draw(writer, 100, 20).split('\n')
  expect(wide[3]).toBe('  /sessions <words to look for>  Take up a conversation that was recorded')
  expect(lines[7]).toBe('  2 of 19')
  expect(lines).toHaveLength(11)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(50)
})

test('a search shows what it looks for and what it found', () => {
  const writer = new Writer({ history: ['fix the build', 'other'] }).type('mine').press('C-r', 'b', 'u')
  expect(draw(writer, 50)).toBe(
    [
      '╭─ sent before ──────────────────────────────────╮',
      '│ ‹ search: bu█                                  │',
      '│   fix the build                                │',
      '╰─ Enter takes · Ctrl+R older · Esc back ────────╯',
    ].join('\n'),
  )
  expect(draw(writer.press('x'), 50)).toContain('nothing found')
})

test('of a long search the end is shown, in whole characters', () => {
  const writer = new Writer().press('C-r').type('👩‍👧'.repeat(20))
  for (const columns of [24, 25]) {
    const { lines, cursor } = drawComposer(writer.talk, { columns, rows: 5, hint: '' })
    const family = '👩‍👧'.repeat(columns === 24 ? 4 : 5)
    expect(textOfLine(lines[1] ?? [])).toContain(`search: …${family} `)
    expect(cursor.column).toBe(columns === 24 ? 21 : 23)
  }
})

test('whatever the size, nothing is wider or higher than there is room', () => {
  const writer = new Writer({ history: ['x'] })
    .paste('世界 👩‍👧 a\tb\n'.repeat(4))
    .type('a long word: ')
    .type('w'.repeat(90))
    .type(' @s')
  writer.hear({
    type: 'suggestions',
    ticket: writer.composer.completion?.ticket ?? 0,
    items: Array.from({ length: 20 }, (_, index) => ({
      insert: `@${index}`,
      label: `${'世'.repeat(60)}\x1b[2J`,
    })),
  })
  for (const each of [writer, new Writer(writer.composer).press('C-r', 'y')])
    for (let columns = 3; columns < 60; columns++)
      for (let rows = 1; rows < 16; rows++) {
        const { lines, cursor } = drawComposer(each.talk, { columns, rows, hint: '' })
        expect(lines.length).toBeLessThanOrEqual(rows)
        for (const line of lines) {
          expect(widthOfLine(line)).toBeLessThanOrEqual(columns)
          expect(textOfLine(line)).not.toMatch(/[\p{Cc}]/u)
        }
        expect(cursor.row).toBeLessThan(lines.length)
        expect(cursor.column).toBeLessThan(columns)
      }
})

test('no row is wider than the text may be, but for a blank that hangs over, and none of the text is left out', () => {
  const part = fc.constantFrom(
    'a',
    ' ',
    'word',
    '世',
    '[pasted 20 lines #1]',
    '👩‍👧',
    '\n',
    'wwwwwwwwwwww',
    '\t',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.integer({ min: 2, max: 30 }), (parts, columns) => {
      const text = parts.join('')
      const rows = rowsOf({ text, folds: [{ mark: '[pasted 20 lines #1]', text: '' }] }, columns)
      for (const { pieces, goesOn } of rows) {
        const last = pieces.at(-1)
        const hanging = goesOn && last?.text === ' ' ? last.width : 0
        expect(pieces.reduce((sum, { width }) => sum + width, -hanging)).toBeLessThanOrEqual(columns)
      }
      const lines = rows.map(({ from, to, goesOn }) => text.slice(from, to) + (goesOn ? '' : '\n'))
      expect(lines.join('')).toBe(`${text}\n`)
    }),
    { numRuns: atLeast(1_000) },
  )
})
