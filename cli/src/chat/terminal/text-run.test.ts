import { expect, test } from 'vitest'
import { KeyDecoder } from './key-decoder.js'
import { withText } from './text-run.js'

/** The characters of one piece that are text. */
const textOf = (piece: string): string =>
  withText(new KeyDecoder().decode(Buffer.from(piece)))
    .flatMap(input => (input.type === 'key' && input.isInText === true ? [input.key.text] : []))
    .join('')

test.each([
  ['and so on', 'and so on'],
  ['a\rbc\r', 'abc'],
  ['aab', 'aab'],
  ['ä😀', 'ä😀'],
])('%j is text', (piece, text) => {
  expect(textOf(piece)).toBe(text)
})

test.each(['a', 'aaaa', 'a\r', '\x1b[B\x1b[B\r', 'a\x01\x1bb', 'a\x1b[200~pasted\x1b[201~'])(
  '%j is keys',
  piece => {
    expect(textOf(piece)).toBe('')
  },
)
