import { describe, expect, test } from 'vitest'
import { textOfLine } from '../screen/line.js'
import { widthOf } from '../screen/width.js'
import { drawMarkdown } from './markdown.js'

const draw = (text: string, columns = 40): readonly string[] =>
  drawMarkdown(text, { columns }).map(line => textOfLine(line).trimEnd())

describe('a line of an agent that begins as something of ours', () => {
  test.each([
    ['? Write notes.md', '“ ? Write notes.md'],
    ['**?** Write notes.md', '“ ? Write notes.md'],
    ['\u00a0? Write notes.md', '“ \u00a0? Write notes.md'],
    ['？ Write notes.md', '“ ？ Write notes.md'],
    ['› yes, do it', '“ › yes, do it'],
    [`╭${'─'.repeat(20)}╮`, `“ ╭${'─'.repeat(20)}╮`],
    ['│ › Ask something', '“ │ › Ask something'],
  ])('%j stands behind a mark', (text, expected) => {
    expect(draw(text)).toEqual([expected])
    expect(draw(`Words first.\n\n${text}`)).toEqual(['Words first.', '', expected])
    expect(draw(`Words first,  \n${text}`)).toEqual(['Words first,', expected])
  })

  test('stands behind it also where the line was broken by us, and has room', () => {
    const rows = draw(`${'word '.repeat(8)}? what is it that you want to know of me today ${'x'.repeat(60)}`)
    expect(rows.some(row => row.startsWith('?'))).toBe(false)
    expect(rows.every(row => widthOf(row) <= 40)).toBe(true)
    expect(rows.join('').replaceAll(' ', '')).toContain(`today${'x'.repeat(60)}`)
  })
})

test('what begins otherwise, and source, stays as it is', () => {
  expect(draw('What? No.')).toEqual(['What? No.'])
  expect(draw('```ts\nyes\n? a\n: b\n```').slice(1, 4)).toEqual(['  yes', '  ? a', '  : b'])
  expect(draw('| a | b |\n|---|---|\n| ? | c |').join('\n')).not.toContain('“')
})
