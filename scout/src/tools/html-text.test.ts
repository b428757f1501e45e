import { expect, test } from 'vitest'
import { toText } from './html-text.js'

const SIZE = 2 * 1_024 * 1_024
const MOST_TRIES = 6
const MOST_MILLISECONDS = 300

const repeated = (piece: string, before = ''): string =>
  before + piece.repeat(Math.ceil((SIZE - before.length) / piece.length))

const shapes: Readonly<Record<string, string>> = {
  'a script that is closed without end': repeated('</script', '<script>'),
  'heads that are never closed': repeated('<head>'),
  'heads and closings that never end': repeated('<head></head'),
  'scripts that are never closed': repeated('<script>'),
  'signs that open': repeated('<'),
  comments: repeated('<!--'),
  'comments that are closed': repeated('<!---->'),
  'things that stand for characters': repeated('&amp'),
  'small scripts': repeated('<SCRIPT>x</Script>'),
  'empty lines': repeated('\n'),
  blanks: repeated(' \t'),
  blocks: repeated('<p>'),
}

test.each(Object.keys(shapes))('two megabytes of this are read at once: %s', shape => {
  const html = shapes[shape] ?? ''
  // The best of some, and only what this process itself took: the machine may be busy with something else.
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < MOST_TRIES && best >= MOST_MILLISECONDS; tries++) {
    const from = process.cpuUsage()
    toText(html)
    const { user, system } = process.cpuUsage(from)
    best = Math.min(best, (user + system) / 1_000)
  }
  expect(best).toBeLessThan(MOST_MILLISECONDS)
})

test('what is hidden is left out up to its end, in any case, and what follows is kept', () => {
  expect(toText('<HEAD><title>t</title></Head ><p>one<script>a</b</SCRIPT x>two<style>s</style>three')).toBe(
    'onetwothree',
  )
  expect(toText('a<head>b<p>c')).toBe('ab\nc')
  expect(toText('a<script>b')).toBe('a')
  expect(toText('a<head>b</head>c<head>d')).toBe('acd')
})
