import { describe, expect, test } from 'vitest'
import type { Execute } from './action.js'
import {
  addCommandPass,
  type CommandPass,
  findCommandPass,
  useCommandPass,
  waysToRun,
} from './command-pass.js'

const NOW = 1_000
const at = { sessionId: 'one', now: NOW }

const run = (argv: readonly string[], rest: Partial<Execute> = {}): Execute => ({
  action: 'terminal.exec',
  argv,
  isShell: false,
  cwd: { path: '/w', root: '/w' },
  env: {},
  ...rest,
})

const passFor = (...argv: string[]): readonly CommandPass[] =>
  addCommandPass([], { sessionId: 'one', argv, cwd: '/w' }, NOW)

const covers = (shown: readonly string[], argv: readonly string[]): boolean =>
  findCommandPass(passFor(...shown), run(argv), at) !== undefined

describe('what a pass covers', () => {
  test.each([
    ['the same words', ['npm', 'test'], ['npm', 'test']],
    ['one text of plain words, run as words', ['npm run build:all'], ['npm', 'run', 'build:all']],
    ['one text, given to a shell', ['npm test && echo $HOME'], ['sh', '-c', 'npm test && echo $HOME']],
    ['one text, given to a login shell by its path', ['ls | wc'], ['/bin/bash', '-lc', 'ls | wc']],
    ['one text, given to a shell of the system', ['ls'], ['/usr/local/bin/zsh', '-c', 'ls']],
    ['one word', ['date'], ['date']],
  ])('%s', (_, shown, argv) => {
    expect(covers(shown, argv)).toBe(true)
  })

  test.each([
    ['other words', ['npm', 'test'], ['npm', 'publish']],
    ['one word more', ['npm', 'test'], ['npm', 'test', '--', 'x']],
    ['one word less', ['npm', 'test'], ['npm']],
    ['a shell that gets more than the text', ['ls'], ['sh', '-c', 'ls', 'x']],
    ['a shell that gets another text', ['ls'], ['sh', '-c', 'ls; rm x']],
    ['a shell with other flags', ['ls'], ['sh', '-xc', 'ls']],
    ['a program that is no shell', ['ls'], ['node', '-c', 'ls']],
    ['a shell that stands in the project', ['ls'], ['/w/sh', '-c', 'ls']],
    ['a shell that stands beside', ['ls'], ['./sh', '-c', 'ls']],
    ['a shell below a folder like those of the system', ['ls'], ['/w/usr/bin/sh', '-c', 'ls']],
    ['a program whose name only ends like a shell', ['ls'], ['push', '-c', 'ls']],
    ['words that were shown as words, given to a shell', ['ls', '-l'], ['sh', '-c', 'ls', '-l']],
    ['a text with quotes, run as words', ["echo 'a b'"], ['echo', "'a", "b'"]],
    ['a text with two blanks, run as words', ['rm  x'], ['rm', 'x']],
    ['a text with a dollar, run as words', ['echo $x'], ['echo', '$x']],
    ['nothing at all', [], ['ls']],
  ])('not %s', (_, shown, argv) => {
    expect(covers(shown, argv)).toBe(false)
  })

  test('not another session, directory or time, and no run with variables', () => {
    const passes = passFor('ls')
    expect(findCommandPass(passes, run(['ls']), { ...at, sessionId: 'two' })).toBeUndefined()
    expect(findCommandPass(passes, run(['ls'], { cwd: { path: '/w/a', root: '/w' } }), at)).toBeUndefined()
    expect(findCommandPass(passes, run(['ls'], { env: { PATH: '/x' } }), at)).toBeUndefined()
    expect(findCommandPass(passes, run(['ls']), { ...at, now: NOW + 600_000 })).toBeUndefined()
    expect(findCommandPass(passes, run(['ls']), { ...at, now: NOW + 599_999 })).toBe(passes[0])
  })
})

test('a pass is good for one run, and two are good for two', () => {
  const two = addCommandPass(passFor('ls'), { sessionId: 'one', argv: ['ls'], cwd: '/w' }, NOW)
  const one = useCommandPass(two, run(['ls']), at)
  expect(one).toHaveLength(1)
  expect(useCommandPass(one, run(['date']), at)).toEqual(one)
  expect(useCommandPass(one, run(['ls']), at)).toEqual([])
})

test('passes that are over go when one is added, and the oldest when there are too many', () => {
  let passes: readonly CommandPass[] = []
  for (let index = 0; index < 70; index++)
    passes = addCommandPass(passes, { sessionId: 'one', argv: [`${index}`], cwd: '/w' }, NOW)
  expect(passes).toHaveLength(64)
  expect(passes[0]?.argv).toEqual(['6'])
  expect(addCommandPass(passes, { sessionId: 'one', argv: ['x'], cwd: '/w' }, NOW + 600_000)).toHaveLength(1)
})

test('a command that was shown may be run as its words, as plain words, or by a shell', () => {
  const way = (argv: readonly string[], isShell = false) =>
    run(argv, { isShell, cwd: { path: '/w/a', root: '/w' } })
  expect(waysToRun({ argv: ['rm', '-r'], cwd: '/w/a' }, ['/v', '/w'])).toEqual([way(['rm', '-r'])])
  expect(waysToRun({ argv: ['rm -r'], cwd: '/w/a' }, ['/w'])).toEqual([
    way(['rm -r']),
    way(['rm', '-r']),
    way(['sh', '-c', 'rm -r'], true),
  ])
  expect(waysToRun({ argv: ['rm *'], cwd: '/w/a' }, ['/w'])).toEqual([
    way(['rm *']),
    way(['sh', '-c', 'rm *'], true),
  ])
  const places = (cwd: string) => waysToRun({ argv: ['ls', '-l'], cwd }, ['/w']).map(each => each.cwd)
  expect(places('/w')).toEqual([{ path: '/w', root: '/w' }])
  expect(places('/work')).toEqual([{ path: '/work', root: undefined }])
})
