import { expect, test } from 'vitest'
import { sanitizeLine } from './display.js'
import { ESC, PIECES } from './pieces.fixture.js'

const LENGTH = 600_000
// What is quadratic takes hours.
const MOST_MILLISECONDS = 10_000

test.each([
  ...PIECES,
  `${ESC}]`,
  `${ESC}[`,
  `${ESC}[1`,
  `${ESC}P`,
  '\u009d0',
  '👩\u200d',
  '\u202e',
  ' ',
  '\t',
  'é',
])(
  'megabytes of %j are sanitised in a moment',
  piece => {
    for (const head of ['', `${ESC}]`, `${ESC}[`]) {
      const text = `${head}${piece.repeat(LENGTH / piece.length)}\u202ex`
      const start = performance.now()
      expect(sanitizeLine(text)).toMatch(/[·x]$/)
      expect(performance.now() - start).toBeLessThan(MOST_MILLISECONDS)
    }
  },
  60_000,
)
