import { expect, test } from 'vitest'
import { toSubmission } from './submission.js'
import { Writer } from './talk.fixture.js'

const LONG = Array.from({ length: 120 }, (_, index) => `line ${index}`).join('\n')

test('a long paste is one mark, for the cursor and for deleting, and is sent whole', () => {
  const writer = new Writer().type('see ').paste(LONG).type(' and')
  expect(writer.shown).toBe('see [pasted 120 lines #1] and|')
  expect(toSubmission(writer.composer, '/')?.text).toBe(`see ${LONG} and`)
  expect(writer.press('left', 'left', 'left', 'left', 'left').shown).toBe('see |[pasted 120 lines #1] and')
  expect(writer.press('right').shown).toBe('see [pasted 120 lines #1]| and')
  expect(writer.press('M-b').shown).toBe('see |[pasted 120 lines #1] and')
  expect(writer.press('delete').shown).toBe('see | and')
  expect(writer.press('C-_').shown).toBe('see |[pasted 120 lines #1] and')
  expect(toSubmission(writer.composer, '/')?.text).toBe(`see ${LONG} and`)
})

test('each paste has its own mark, also where the texts speak of marks', () => {
  const other = LONG.replaceAll('line', '[pasted 120 lines #1]')
  const writer = new Writer().paste(LONG).paste(other)
  expect(writer.composer.text).toBe('[pasted 120 lines #1][pasted 120 lines #2]')
  expect(toSubmission(writer.composer, '/')?.text).toBe(LONG + other)
})

test('what somebody typed is never taken for the mark of what they paste next', () => {
  const writer = new Writer().type('[pasted 120 lines #1] ').paste(LONG)
  expect(writer.composer.text).toBe('[pasted 120 lines #1] [pasted 120 lines #2]')
  expect(toSubmission(writer.composer, '/')?.text).toBe(`[pasted 120 lines #1] ${LONG}`)
})

test('a mark can be cut out and put in elsewhere', () => {
  const writer = new Writer().paste(LONG).press('C-u').type('x').press('C-y')
  expect(toSubmission(writer.composer, '/')?.text).toBe(`x${LONG}`)
})

test('a short paste is text, without what a terminal would obey', () => {
  const writer = new Writer().paste(
    'a\x1b[31mred\x1b[0m\r\nb\x07\x00\x9b1m\tc\x1b]52;c;AAAA\x07\u202e\u{e0041}',
  )
  expect(writer.composer.text).toBe('ared\nb\tc')
})

test.each([
  ['/home/me/a.png', '@/home/me/a.png '],
  ['/home/me/my\\ file.png ', '@"/home/me/my file.png" '],
  ["'/home/me/my file.png' '/tmp/b.ts'", '@"/home/me/my file.png" @/tmp/b.ts '],
  ['file:///home/me/a%20b.txt\nfile:///tmp/Makefile\n', '@"/home/me/a b.txt" @/tmp/Makefile '],
  ['/work/project/src/a.ts', '@src/a.ts '],
  ['/work/projects/a.ts', '@/work/projects/a.ts '],
  ["'/home/me/Makefile'", '@/home/me/Makefile '],
])('dropped files become mentions: %s', (pasted, text) => {
  expect(new Writer().paste(pasted).composer.text).toBe(text)
})

test.each([
  '/help',
  '/api/users',
  'see /home/me/a.png',
  "it's /home/me/a.png",
  'src/a.ts',
  'https://example.org/a.png',
  'file:///%00',
  '//',
])('other text stays text: %s', pasted => {
  expect(new Writer().paste(pasted).composer.text).toBe(pasted)
})

test('a file that is dropped into a word or a shell line is its path', () => {
  expect(new Writer().type('!cat ').paste('/home/me/a.png').composer.text).toBe('!cat /home/me/a.png')
  expect(new Writer().type('path=').paste('/home/me/a.png').composer.text).toBe('path=/home/me/a.png')
  expect(new Writer().type('see\n').paste('/home/me/a.png').composer.text).toBe('see\n@/home/me/a.png ')
})

test('mentions are files from where the conversation is, and records', () => {
  const id = '0123456789abcdef'
  const writer = new Writer().paste(
    `@src/a.ts, @"my file.txt" and (@x) me@example.org @/etc/hosts. @src/b.ts:12 @~/c #${id} C#${id} #12 @src/a.ts`,
  )
  expect(toSubmission(writer.composer, '/work/p', '/home/me')).toEqual({
    text: writer.composer.text,
    files: ['/work/p/src/a.ts', '/work/p/my file.txt', '/etc/hosts', '/work/p/src/b.ts', '/home/me/c'],
    talks: [id],
  })
})

test('what was folded mentions nothing', () => {
  const writer = new Writer().paste(`${LONG}\n@secret.txt #0123456789abcdef`).type(' @a')
  expect(toSubmission(writer.composer, '/p')).toMatchObject({ files: ['/p/a'], talks: [] })
})

test('blanks alone are nothing to send', () => {
  expect(toSubmission(new Writer().type(' \n ').composer, '/')).toBeUndefined()
})
