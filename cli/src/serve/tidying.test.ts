import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { FLAGS, growingBy, growthOf } from './tidying.js'

const startWith = (flag: string) => spawnSync(process.execPath, [flag, '--eval', '']).status

test('this Node knows the flags by which memory is tidied calmly', () => {
  expect(FLAGS.map(startWith)).toEqual(FLAGS.map(() => 0))
  expect(startWith('--no-such-percent=300')).not.toBe(0)
})

const TIDYING = new URL('../../dist/serve/tidying.js', import.meta.url).href

function numberFrom(program: string): number {
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  return Number(stdout)
}

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
  return numberFrom(program)
}

test('what is young stays in a small room, which grows by itself otherwise', () => {
  expect(youngRoomAfter(`(await import(${JSON.stringify(TIDYING)})).tidyCalmly()`)).toBeLessThan(8)
  expect(youngRoomAfter('')).toBeGreaterThan(16)
})

test('the more is in memory, the smaller is the part by which it may grow', () => {
  const most = (megabytes: number): number => Math.round(megabytes * (1 + growthOf(megabytes * 1e6) / 100))
  expect([10, 25, 80, 400, 1_000].map(most)).toEqual([40, 100, 180, 500, 1_200])
})

/** Megabytes of a heap that a process comes to which keeps so much and makes much that it does not keep. */
function heapAfter(keptMegabytes: number, first: string): number {
  const program = `
    import { getHeapStatistics } from 'node:v8'
    ${first}
    const piece = index => Array.from({ length: 1_000 }, (_, at) => [index, at])
    const kept = []
    let most = 0
    const begun = Date.now()
    while (getHeapStatistics().used_heap_size < ${keptMegabytes}e6) kept.push(piece(kept.length))
    while (Date.now() - begun < 3_000) {
      const some = []
      for (let index = 0; index < 200; index++) some.push(piece(index))
      kept.splice(0, 100, ...some.slice(0, 100))
      most = Math.max(most, getHeapStatistics().used_heap_size)
      await new Promise(resolve => setTimeout(resolve, 1))
    }
    console.log(most / 1e6)`
  return numberFrom(program)
}

test('what may be in memory follows what is', () => {
  const tidied = `(await import(${JSON.stringify(TIDYING)})).tidyCalmly()`
  const fixed = `(await import('node:v8')).setFlagsFromString('${growingBy(300)}')`
  const [calm, free] = [heapAfter(150, tidied), heapAfter(150, fixed)]
  expect(calm).toBeLessThan(free * 0.8)
})
