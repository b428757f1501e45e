import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFitForDisplay, sanitizeForDisplay, sanitizeLine } from './display.js'
import { ESC, PIECES } from './pieces.fixture.js'

test.each([
  ['colours', `${ESC}[31mred${ESC}[0m`, '·red·'],
  ['moves', `a${ESC}[2J${ESC}[1;1Hb${ESC}[?25lc${ESC}[0 qd`, 'a·b·c·d'],
  ['titles', `${ESC}]0;title\u0007a${ESC}]0;title${ESC}\\b${ESC}]0;t\u009cc`, '·a·b·c'],
  ['links', `${ESC}]8;;http://x${ESC}\\text${ESC}]8;;${ESC}\\.`, '·text·.'],
  ['copies to the clipboard', `a${ESC}]52;c;cm0gLXJmIC8K\u0007b`, 'a·b'],
  ['device strings', `a${ESC}Pq#0${ESC}\\b${ESC}X1${ESC}\\c${ESC}^2${ESC}\\d${ESC}_3${ESC}\\e`, 'a·b·c·d·e'],
  [
    'short forms',
    'a\u009b31mb\u009d0;t\u0007c\u0090q\u009cd\u0098q\u009ce\u009eq\u009cf\u009fq\u009cg',
    'a·b·c·d·e·f·g',
  ],
  ['character sets and resets', `${ESC}(Ba${ESC}cb${ESC}#8c${ESC} Fd`, '·a·b·c·d'],
  ['other control characters', 'a\u0000b\bc\u007fd\u0085e\u0081f', 'a·b·c·d·e·f'],
  ['line breaks that are none', 'a\rb\u2028c\u2029d\u000be\u000cf', 'a·b·c·d·e·f'],
  [
    'turned writing',
    'a\u202eb\u202dc\u202ad\u202be\u202cf\u2066g\u2067h\u2068i\u2069j\u061ck\u200el\u200fm',
    'a·b·c·d·e·f·g·h·i·j·k·l·m',
  ],
  ['words that nobody sees', 'a\u{e0041}\u{e007f}b\u{e0001}c\u{e0fff}d', 'a·b·c·d'],
  [
    'characters without width',
    '\ufeffa\u200bb\u200cc\u200dd\u2060e\u00adf\u034fg\u3164h\u180ei\ufff9j\ufffbk',
    '·a·b·c·d·e·f·g·h·i·j·k',
  ],
  ['halves of characters', 'a\ud800b\udc00c', 'a·b·c'],
  ['joiners that join nothing', '👩\u200d x\u200d👩 👍🏽\u200dx', '👩· x·👩 👍🏽·x'],
  ['more variants than one', '❤\ufe0f\ufe0e\u{e0100}b葛\ufe00\ufe01', '❤\ufe0f·b葛\ufe00·'],
  ['variants of nothing', '\ufe0fa \ufe0fb\n\ufe0f', '·a ·b\n·'],
  [
    'variants of what has none',
    'package\u{e0101}.json a\ufe00b\u180bc\ufe0fd é\ufe0e 1\ufe0f#\ufe0e 葛\ufe0f❤\ufe00ᠠ\ufe00日\u180b',
    'package·.json a·b·c·d é· 1·#· 葛·❤·ᠠ·日·',
  ],
  ['letters without a dot', 'a\u2800b⠁', 'a·b⠁'],
])('%s are taken out and marked', (_, dirty, fit) => {
  expect(sanitizeForDisplay(dirty)).toBe(fit)
  expect(isFitForDisplay(dirty)).toBe(false)
})

test.each([
  ['an ordinary text', 'tab\t, line\n, naïve, 日本語, «·…»'],
  ['a family, a flame, a skin and a key', '👩‍👩‍👧 ❤️‍🔥 👩🏽‍💻 1️⃣ ☎︎'],
  ['a variant of a name', '葛\u{e0100}城 兔\ufe00 𠮟\u{e0101} 丽\u{e01ef}'],
  ['a key of a telephone', '1\ufe0f\u20e3 #\ufe0f\u20e3 *\ufe0e\u20e3 5\u20e3 ©\ufe0f ℹ︎ ⚠️ 🏳️‍🌈 🏴 🇯🇵'],
  ['a Mongolian word', 'ᠨ\u180bᠢ ᠠ\u180c ᡝ\u180d ᠭ\u180fᠠ'],
  ['signs that are written beside numbers', '\u0600 \u06dd'],
  ['signs of a font', '\ue0b0'],
])('%s is left alone', (_, text) => {
  expect(sanitizeForDisplay(text)).toBe(text)
  expect(isFitForDisplay(text)).toBe(true)
})

test('line breaks of Windows are line breaks', () => {
  expect(sanitizeForDisplay('a\r\nb\r\n\r\rc')).toBe('a\nb\n·c')
  expect(isFitForDisplay('a\r\nb')).toBe(true)
})

test('what stood together has one mark', () => {
  expect(sanitizeForDisplay(`a\u202e\u202d${ESC}[1m\u0000\u{e0041}${ESC}]0;x\u0007b\u202e`)).toBe('a·b·')
  expect(sanitizeForDisplay('\u202e')).toBe('·')
})

test.each(['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085'])(
  'a sequence that does not end swallows nothing behind %j',
  lineBreak => {
    for (const begun of [']0;never ends', '[31', 'P1;2', '(', '', '_x', 'X x', '^x'])
      expect(sanitizeForDisplay(`a${ESC}${begun}${lineBreak}below`)).toMatch(/^a·\n?below$/)
    for (const begun of ['\u009d0;x', '\u009b31', '\u0090x', '\u0098', '\u009e', '\u009f'])
      expect(sanitizeForDisplay(`a${begun}${lineBreak}below`)).toMatch(/^a·\n?below$/)
  },
)

test('a sequence that is called off ends there, as a terminal has it', () => {
  expect(sanitizeForDisplay(`a${ESC}]0;x\u0018b${ESC}]0;x\u001ac`)).toBe('a·b·c')
  expect(sanitizeForDisplay(`a${ESC}]0;x${ESC}[1mb`)).toBe('a·b')
})

test('of an unfinished sequence no more goes than can belong to it', () => {
  expect(sanitizeForDisplay(`a${ESC}[31é`)).toBe('a·é')
  expect(sanitizeForDisplay(`a${ESC}é`)).toBe('a·é')
  expect(sanitizeForDisplay(`a${ESC}[1;2 3`)).toBe('a·3')
  expect(sanitizeForDisplay(`a${ESC}`)).toBe('a·')
})

test('one line stays one line, and shows where it was broken', () => {
  expect(sanitizeLine(' a\n\tb ')).toBe('a·b')
  expect(sanitizeLine('one\r\ntwo\tthree\n\u202e\nfour  five\n')).toBe('one·two·three·four  five')
  expect(sanitizeLine(`a\u202e\nb\n\n${ESC}[1m`)).toBe('a·b·')
  expect(sanitizeLine('·a·b·')).toBe('·a·b·')
})

test('no text whatsoever leaves anything unseen behind, and once is enough', () => {
  const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...PIECES))
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const fit = sanitizeForDisplay(pieces.join(''))
      expect(fit).not.toMatch(
        /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u,
      )
      expect(sanitizeForDisplay(fit)).toBe(fit)
      const line = sanitizeLine(pieces.join(''))
      expect(line).not.toMatch(/[\n\t]/)
      expect(sanitizeLine(line)).toBe(line)
    }),
  )
})
