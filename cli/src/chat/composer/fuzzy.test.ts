import { expect, test } from 'vitest'
import { Best, scoreOf, toCandidate } from './fuzzy.js'

function ranked(query: string, ...names: readonly string[]): readonly string[] {
  const best = new Best<string>(10)
  for (const name of names) best.offer(name, scoreOf(query, toCandidate(name)))
  return best.values
}

test('letters must be there, in order, whatever their size', () => {
  expect(ranked('upd', 'src/Update.ts', 'src/pud.ts', 'up')).toEqual(['src/Update.ts'])
})

test('letters in a row are better than scattered ones', () => {
  expect(ranked('draw', 'd/r/a/w.ts', 'src/draw.ts')).toEqual(['src/draw.ts', 'd/r/a/w.ts'])
  expect(ranked('abcd', 'axbxcd', 'abcxxd')).toEqual(['abcxxd', 'axbxcd'])
})

test('the last part counts more than the folders', () => {
  expect(ranked('chat', 'chat/src/model.ts', 'src/some/where/else/chat.ts')[0]).toBe(
    'src/some/where/else/chat.ts',
  )
})

test('the start of a part is better than its middle', () => {
  expect(ranked('log', 'src/catalog.ts', 'src/their-log.ts')[0]).toBe('src/their-log.ts')
  expect(ranked('fi', 'src/prefixed.ts', 'src/theOtherFile.ts')[0]).toBe('src/theOtherFile.ts')
})

test('of equals the shorter one wins', () => {
  expect(ranked('index', 'a/very/deep/index.ts', 'a/index.ts')[0]).toBe('a/index.ts')
})

test('starts of parts find a path', () => {
  expect(ranked('ccu', 'cli/chat/update.ts', 'accumulated.txt', 'occur')).toContain('cli/chat/update.ts')
})

test('the best are kept in order, and no more than wanted', () => {
  const best = new Best<string>(3)
  for (const [name, score] of [
    ['a', 1],
    ['b', 5],
    ['c', 3],
    ['d', 5],
    ['e', 4],
  ] as const)
    best.offer(name, score)
  expect(best.values).toEqual(['b', 'd', 'e'])
})

test('fifty thousand names are judged in less than 50 ms', () => {
  const names = Array.from({ length: 50_000 }, (_, index) =>
    toCandidate(`packages/part-${index % 97}/src/component-${index}/view-of-things-${index % 13}.ts`),
  )
  const slowest = ['view', 'pcv', 'component-499', 'zzz', 'packages/part-9/src/vot'].map(query => {
    // The best of several: the machine may be busy with something else now and then.
    const times = [1, 2, 3, 4, 5].map(() => {
      const started = performance.now()
      const best = new Best<string>(50)
      for (const name of names) best.offer(name.text, scoreOf(query, name))
      return performance.now() - started
    })
    return Math.min(...times)
  })
  expect(Math.max(...slowest)).toBeLessThan(50)
})
