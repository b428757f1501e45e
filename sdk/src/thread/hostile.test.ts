/** One small message must not stop the one who shows it: a megabyte of anything is shown in a moment. */
import { expect, test } from 'vitest'
import { changedFiles } from './changed-files.js'
import { fold, type Happening, prompt, said } from './fold.fixture.js'
import { toMarkdown } from './markdown.js'
import { toText } from './text.js'

const LENGTH = 250_000
// What is quadratic takes minutes.
const MOST_MILLISECONDS = 20_000
const TIMEOUT_MILLISECONDS = 60_000
const PIECES = [
  ' ',
  '\n',
  ' \n',
  '\t',
  '`',
  '` ',
  '```\n',
  '``\n',
  '~',
  '](',
  '](a',
  '[',
  ']:',
  '`[',
  '<',
  '<a',
  '\\\\',
]
const DIRTY = [
  '\r',
  '\u001b',
  '\u001b]',
  '\u001b[',
  '\u009b1',
  '\u200d',
  '👩\u200d',
  '\u202e',
  '1',
  '-',
  '+',
  '"',
  '> ',
]

test('many spaces before a word cost next to nothing', () => {
  const thread = fold(1, said('agent', `x${' '.repeat(80_000)}x`))
  const start = performance.now()
  toText(thread)
  expect(performance.now() - start).toBeLessThan(1_000)
})

test.each([...PIECES, ...DIRTY])(
  'a megabyte of %j is shown in a moment',
  piece => {
    const words = `x${piece.repeat(LENGTH / piece.length)}x\u2028x`
    const patch = `--- a\n+++ ${words}`
    const thread = fold(
      2,
      ...([
        prompt(words),
        said('agent', words.slice(1), 'm'),
        {
          sessionUpdate: 'tool_call_update',
          toolCallId: 't',
          title: words,
          content: [
            { type: 'diff', path: words, oldText: words, newText: `${words}\n` },
            { type: 'diff', changes: [{ operation: 'modify', path: words }], patch: { text: patch } },
          ],
        },
      ] as unknown as Happening[]),
    )
    const start = performance.now()
    toText(thread)
    toMarkdown(thread)
    changedFiles(thread)
    expect(performance.now() - start).toBeLessThan(MOST_MILLISECONDS)
  },
  TIMEOUT_MILLISECONDS,
)
