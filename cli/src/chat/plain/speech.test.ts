import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Speech } from './speech.js'

function spoken(pieces: readonly string[]): readonly string[] {
  const lines: string[] = []
  const speech = new Speech(line => lines.push(line))
  for (const piece of pieces) speech.say('agent', piece)
  speech.close()
  return lines
}

test('a line is written when it is whole, and what is left when somebody else speaks', () => {
  const lines: string[] = []
  const speech = new Speech(line => lines.push(line))
  speech.say('agent', 'Hel')
  expect(lines).toEqual([])
  speech.say('agent', 'lo\n\nthere')
  expect(lines).toEqual(['agent: Hello', ''])
  speech.say('thought', 'hm')
  expect(lines).toEqual(['agent: Hello', '', '  there'])
  speech.close()
  expect(lines.at(-1)).toBe('thought: hm')
})

test('however a text is cut into pieces, the same lines come of it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', ' b', '\n', '\u001b[31m', 'é', '\r', '👩‍🚀', '\t'), { maxLength: 40 }),
      pieces => {
        expect(spoken(pieces)).toEqual(spoken([pieces.join('')]))
      },
    ),
  )
})

test('a sequence that comes in two pieces hides nothing, and a line has no end in itself', () => {
  const lines = spoken(['a\u001b', '[31mb\u001b]0;ti', 'tle\u0007c\r', 'd\n'])
  expect(lines.join('')).not.toMatch(/\p{Cc}/u)
})

test('a line without end is written in pieces that are not too long', () => {
  const lines = spoken(['word '.repeat(10_000)])
  expect(lines.length).toBeGreaterThan(2)
  expect(Math.max(...lines.map(line => line.length))).toBeLessThan(17_000)
  expect(lines.join(' ').split('word')).toHaveLength(10_001)
})
