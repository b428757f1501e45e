import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import type { Input } from '../screen/input.js'
import { KeyDecoder } from './key-decoder.js'

const decode = (...pieces: readonly (string | Uint8Array)[]): readonly Input[] => {
  const decoder = new KeyDecoder()
  return pieces.flatMap(piece => decoder.decode(typeof piece === 'string' ? Buffer.from(piece) : piece))
}

/** In short: `C-j`, `S-enter`, `A-x`, `"text"`. */
const short = (input: Input): string => {
  if (input.type === 'paste') return `paste ${JSON.stringify(input.text)}`
  if (input.type === 'focus') return input.isFocused ? 'focus' : 'blur'
  if (input.type === 'background') return input.isDark ? 'dark' : 'light'
  if (input.type === 'resize') return 'resize'
  const { name, text, isControl, isAlt, isShift } = input.key
  const before = `${isControl ? 'C-' : ''}${isAlt ? 'A-' : ''}${isShift ? 'S-' : ''}`
  return before + (name === 'character' ? text : name)
}
const shorts = (...pieces: readonly (string | Uint8Array)[]): string =>
  decode(...pieces)
    .map(short)
    .join(' ')

test.each([
  ['abc', 'a b c'],
  ['\r', 'enter'],
  ['\n', 'C-j'],
  ['\t\x1b[Z', 'tab S-tab'],
  ['\x7f\b', 'backspace backspace'],
  ['\x03\x04\x1a\x00\x1f', 'C-c C-d C-z C-  C-_'],
  ['\x1bx\x1b\r\x1b\x7f\x1bN', 'A-x A-enter A-backspace A-N'],
  ['\x1b[A\x1bOB\x1b[1;5C\x1b[1;3D\x1b[1;2A', 'up down C-right A-left S-up'],
  ['\x1b[H\x1bOF\x1b[1~\x1b[4~\x1b[3~\x1b[5~\x1b[6;5~', 'home end home end delete page-up C-page-down'],
  ['\x1bOP\x1b[12~\x1b[[C\x1b[24;2~\x1b[15~', 'f1 f2 f3 S-f12 f5'],
  // Told apart by newer terminals.
  ['\x1b[13;2u\x1b[13;5u\x1b[13;3u\x1b[106;5u', 'S-enter C-enter A-enter C-j'],
  ['\x1b[27;2;13~\x1b[27;5;13~\x1b[27;5;106~', 'S-enter C-enter C-j'],
  ['\x1b[27u\x1b[99;5u\x1b[110;4u\x1b[99;6u', 'escape C-c A-N C-C'],
  ['\x1b[99;5:1u\x1b[99;5:3u\x1b[57441;2u\x1b[97;9u', 'C-c'],
  ['\x1b[57400u\x1b[57414u\x1bOp\x1bOM', '1 enter 0 enter'],
  // What some terminals send for Alt with an arrow, and two presses of Escape.
  ['\x1b\x1b[A', 'A-up'],
  ['\x1b\x1bx', 'escape A-x'],
  ['\x1b[I\x1b[O', 'focus blur'],
  ['\x1b]11;rgb:0000/1111/2222\x1b\\\x1b]11;rgb:ff/ff/f0\x07', 'dark light'],
  // Answers that nobody waits for, and what is unknown.
  ['\x1b[?62;22c\x1b[>0;276;0c\x1b[24;80R\x1b[0n\x1b[?1u\x1b[8;24;80t\x1b[?2026;2$y', ''],
  ['\x1b]52;c;aGVsbG8=\x07\x1bP1+r544e\x1b\\\x1b_Gi=1;OK\x1b\\', ''],
  ['\x1b[99999999999999u\x1b[<0;1;1M\x1b[1;2;3;4;5z', ''],
  ['äé😀👩‍👩‍👧日', 'ä é 😀 👩‍👩‍👧 日'],
  ['\x1bä', 'A-ä'],
  ['a\xc2\x9bb'.normalize(), 'a Â b'],
  ['a\u009bb', 'a b'],
])('%j is read as %s', (bytes, expected) => {
  expect(shorts(bytes)).toBe(expected)
})

test('a paste is text, whatever is in it, with the line ends of this program', () => {
  expect(shorts('a\x1b[200~one\r\ntwo\rthree\x1b[A\x03\t\x1b[201~b')).toBe(
    'a paste "one\\ntwo\\nthree\\u001b[A\\u0003\\t" b',
  )
})

test('a paste is never longer than 16 MiB, and what comes behind it is typed', () => {
  const decoder = new KeyDecoder()
  decoder.decode(Buffer.from('\x1b[200~'))
  const piece = Buffer.alloc(1024 * 1024, 'x')
  for (let count = 0; count < 20; count++) expect(decoder.decode(piece)).toEqual([])
  const [paste, key] = decoder.decode(Buffer.from('\x1b[201~y'))
  expect(paste?.type === 'paste' && paste.text.length).toBe(16 * 1024 * 1024)
  expect(key && short(key)).toBe('y')
})

test('an escape alone is a key once nothing followed', () => {
  const decoder = new KeyDecoder()
  expect(decoder.decode(Buffer.from('\x1b'))).toEqual([])
  expect(decoder.isWaiting).toBe(true)
  expect(decoder.flush().map(short)).toEqual(['escape'])
  expect(decoder.isWaiting).toBe(false)
  decoder.decode(Buffer.from('\x1b['))
  expect(decoder.flush().map(short)).toEqual(['A-['])
  decoder.decode(Buffer.from('\x1b\x1b'))
  expect(decoder.flush().map(short)).toEqual(['escape', 'escape'])
})

test('a sequence that is slow to come is not torn by a silence', () => {
  const decoder = new KeyDecoder()
  decoder.decode(Buffer.from('\x1b]11;rgb:ff'))
  expect(decoder.flush()).toEqual([])
  expect(decoder.decode(Buffer.from('ff/ffff/ffff\x1b')).map(short)).toEqual([])
  expect(decoder.decode(Buffer.from('\\x')).map(short)).toEqual(['light', 'x'])
})

test('strings and sequences without an end are passed over, and do not grow', () => {
  expect(shorts(`\x1b]2;${'x'.repeat(100_000)}`, 'y'.repeat(10), '\x07z')).toBe('z')
  expect(shorts(`\x1b[${'1;'.repeat(10_000)}`, '2;2', 'mz')).toBe('z')
})

const piece = fc.oneof(
  fc.uint8Array({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map(text => Buffer.from(text)),
  fc
    .constantFrom(
      '\x1b',
      '\x1b[',
      '\x1b]11;',
      '\x1bP',
      '\x1bO',
      '\x1b[200~',
      '\x1b[201~',
      '\x1b\\',
      '\x07',
      ';2',
    )
    .map(text => Buffer.from(text)),
  fc
    .constantFrom(
      '\x1b[1;5A',
      '\x1b[13;2u',
      '\x1b[27;5;13~',
      'é',
      '😀',
      '\r',
      '\n',
      '9'.repeat(300),
      'x'.repeat(5_000),
    )
    .map(text => Buffer.from(text)),
)

/** Characters that came together may be one; cut apart they are two with the same text. */
const joined = (inputs: readonly Input[]): readonly string[] => {
  const words: string[] = []
  let text = ''
  const flush = (): void => {
    if (text !== '') words.push(`text ${text}`)
    text = ''
  }
  for (const input of inputs) {
    const isText = input.type === 'key' && input.key.name === 'character' && short(input) === input.key.text
    if (isText && input.type === 'key') text += input.key.text
    else {
      flush()
      words.push(short(input))
    }
  }
  flush()
  return words
}

test('any bytes give the same however they are cut', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 40 })
  const streams = fc.array(piece, { maxLength: 20 }).map(pieces => Buffer.concat(pieces))
  fc.assert(
    fc.property(streams, cuts, (stream, lengths) => {
      const pieces: Uint8Array[] = []
      for (let at = 0, turn = 0; at < stream.length; turn++) {
        const length = lengths[turn % lengths.length]!
        pieces.push(stream.subarray(at, at + length))
        at += length
      }
      expect(joined(decode(...pieces))).toEqual(joined(decode(stream)))
    }),
    { numRuns: atLeast(750) },
  )
})

test('what is typed is never lost, and never holds a control character', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 })
  const between = fc.constantFrom(
    '\r',
    '\x1b[A',
    '\x1b[1;5C',
    '\x1b]11;rgb:0/0/0\x07',
    '\x1b[I',
    '\x1b[?1;2c',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(word, between)), fc.integer({ min: 1, max: 9 }), (parts, length) => {
      const stream = Buffer.from(parts.flat().join(''))
      const pieces: Uint8Array[] = []
      for (let at = 0; at < stream.length; at += length) pieces.push(stream.subarray(at, at + length))
      const typed = decode(...pieces)
        .map(input => (input.type === 'key' && input.key.name === 'character' ? input.key.text : ''))
        .join('')
      expect(typed).toBe(parts.map(([text]) => text).join(''))
      expect(typed).not.toMatch(/\p{Cc}/u)
    }),
    { numRuns: atLeast(1_000) },
  )
})
