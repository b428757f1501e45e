import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { FLAGS } from './tidying.js'

const startWith = (flag: string) => spawnSync(process.execPath, [flag, '--eval', '']).status

test('this Node knows the flags by which memory is tidied calmly', () => {
  expect(FLAGS.map(startWith)).toEqual(FLAGS.map(() => 0))
  expect(startWith('--no-such-percent=300')).not.toBe(0)
})

const TIDYING = new URL('../../dist/serve/tidying.js', import.meta.url).href

/** Megabytes that young things have in a process that makes many of them, and keeps some of them for a while. */
function youngRoomAfter(first: string): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8'
    ${first}
    let kept = []
    for (let made = 0; made < 10_000_000; made++) {
      kept.push({ made })
      if (kept.length > 30_000) kept = []
    }
    const young = getHeapSpaceStatistics().find(each => each.space_name === 'new_space')
    console.log(young.space_size / 1_000_000)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  return Number(stdout)
}

test('what is young stays in a small room, which grows by itself otherwise', () => {
  expect(youngRoomAfter(`(await import(${JSON.stringify(TIDYING)})).tidyCalmly()`)).toBeLessThan(8)
  expect(youngRoomAfter('')).toBeGreaterThan(16)
})
