import { expect, test } from 'vitest'
import { mend } from './mending.js'

test.each([
  ['emphasis that was begun is ended', 'this is **bold te', 'this is **bold te**'],
  ['half an end counts as one', 'this is **bold*', 'this is **bold**'],
  ['an end stays', 'this is **bold**', 'this is **bold**'],
  ['a beginning without a word is left out', 'this is **', 'this is '],
  ['code that was begun is ended', 'call `run(', 'call `run(`'],
  ['stars in code are code', 'call `a * b` and `c ** d', 'call `a * b` and `c ** d`'],
  ['a star that stands alone is a star', '2 * 3', '2 * 3'],
  ['what is escaped stays', 'a \\*b', 'a \\*b'],
  ['a link that is not whole shows its words', 'see [the guide](https://exam', 'see the guide'],
  ['a link that is hardly begun shows its words', 'see [the gui', 'see the gui'],
  ['a line that may become anything waits', 'Steps:\n-', 'Steps:'],
  ['a number that may become an item waits', 'Steps:\n1.', 'Steps:'],
  ['a fence that is not whole waits', 'Code:\n``', 'Code:'],
  ['a table is one from its first line on', '| a | b', '| a | b |\n|---|---|'],
  ['a table whose second line is not whole is one', '| a | b |\n|--', '| a | b |\n|---|---|'],
  ['a whole table stays', '| a |\n|---|\n| 1', '| a |\n|---|\n| 1'],
])('%s', (_, begun, mended) => {
  expect(mend(begun)).toBe(mended)
})

test.each(['*a', '**', '`', '[', '![', '~~a ', ' ', '\n- ', '| a '])(
  'many of %j take no long time',
  piece => {
    const start = performance.now()
    mend(piece.repeat(16_000 / piece.length))
    expect(performance.now() - start).toBeLessThan(5_000)
  },
)
